import type { Area } from '@moqi/domain/contract/area'
import { type Control, controlTable } from '@moqi/domain/contract/controls'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { SealOwner } from '@moqi/domain/seals/company-seal'
import {
  autoLetterParts,
  autoLetterTitle,
  letterParts,
  letterSides,
  letterTitle,
} from '@moqi/domain/seals/grant-letter'
import type { PlacedBox } from '@moqi/evidence/agreement/agreement-content'
import type { MadeFile } from '#src/cores/contract/made-file.ts'
import { placedArea } from '#src/cores/contract/placed-area.ts'
import type { GrantRow } from '#src/cores/seal/grants.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { GrantPerson } from './grant-people.ts'

/** What a letter is written of. */
export type LetterFacts = {
  grant: Pick<GrantRow, 'scope' | 'named' | 'counterparts' | 'begin_at' | 'end_at' | 'amount_max' | 'count_max'>
  seal: Pick<Schema['seal'], 'name' | 'code'>
  company: SealOwner
  grantor: GrantPerson
  /** Null of automatic signing, which the company alone signs for. */
  holder: GrantPerson | null
  isLegal: boolean
  letterNo: string
}

/** A letter whose bytes are stored, and the places of its two sides. */
export type TypesetLetter = { file: MadeFile; areas: Area[] }

type Means = Pick<Deps, 'workshop' | 'blobs' | 'now' | 'newId'>

/** Typesets a letter with a place for each side, and stores its bytes. */
export async function typesetLetter(
  { workshop, blobs, now, newId }: Means,
  { accountId }: Pick<Member, 'accountId'>,
  facts: LetterFacts,
): Promise<TypesetLetter> {
  const controls: readonly Control[] = [facts.isLegal ? 'handwrite' : 'companySeal', 'handwrite']
  const title = letterTitleOf(facts)
  const { pdf, sides } = await workshop.typesetAgreement({
    title,
    running: `${title}　编号${facts.letterNo}`,
    paragraphs: wordsOf(facts),
    sides: labelsOf(facts).map((label, index) => ({
      label,
      places: [controlTable[controls[index] ?? 'handwrite'].size],
      date: controlTable.date.size,
    })),
  })
  const { pages } = await workshop.inspect(pdf)
  const file = {
    fileId: newId(),
    accountId,
    name: `${title}.pdf`,
    sha256: await blobs.put(pdf),
    size: pdf.length,
    pages: pages.map(({ width, height }) => ({ width, height })),
    createdAt: now(),
  }
  const areas = sides.flatMap(({ places: [place], date }, index) => {
    const area = (name: string, box: PlacedBox, control: Control) =>
      placedArea({ areaId: `${name}${index + 1}`, fileId: file.fileId, partyNo: index + 1 }, box, control)
    if (!place) throw new Error('a side without a place')
    return [area('sign', place, controls[index] ?? 'handwrite'), area('date', date, 'date')]
  })
  return { file, areas }
}

/** What the letter is called: that of a member's grant, or of automatic signing. */
export const letterTitleOf = ({ holder }: Pick<LetterFacts, 'holder'>): string =>
  holder === null ? autoLetterTitle : letterTitle

function wordsOf({ grant, seal, company, holder, grantor, isLegal, letterNo }: LetterFacts) {
  const about = {
    letterNo,
    companyName: company.companyName,
    creditCode: company.creditCode || null,
    sealName: seal.name,
    sealCode: seal.code ?? '',
    names: grant.named.map(({ name }) => name),
    counterparts: grant.counterparts,
    beginAt: grant.begin_at,
    endAt: grant.end_at,
    amountMax: grant.amount_max,
  }
  if (holder === null) return autoLetterParts({ ...about, countMax: grant.count_max })
  return letterParts({
    ...about,
    legalPersonName: isLegal ? grantor.name : null,
    memberName: holder.name,
    memberPhone: maskPhone(holder.phone),
    departmentName: holder.departmentName,
    scope: grant.scope,
  })
}

const labelsOf = ({ company, grantor, holder, isLegal }: LetterFacts): string[] => [
  isLegal
    ? `${letterSides.grantor}（签名）：${grantor.name}`
    : `${letterSides.grantor}（盖章）：${company.companyName}`,
  ...(holder === null ? [] : [`${letterSides.member}（签名）：${holder.name}`]),
]
