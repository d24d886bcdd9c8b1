import type { Control } from '@moqi/domain/contract/controls'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { SealOwner } from '@moqi/domain/seals/company-seal'
import {
  autoLetterParts,
  autoLetterTitle,
  letterParts,
  letterSides,
  letterTitle,
} from '@moqi/domain/seals/grant-letter'
import { type TypesetLetter, typesetSides } from '#src/cores/contract/typeset-letter.ts'
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

type Means = Pick<Deps, 'workshop' | 'blobs' | 'now' | 'newId'>

/** Typesets a letter with a place for each side, and stores its bytes. */
export function typesetLetter(
  deps: Means,
  { accountId }: Pick<Member, 'accountId'>,
  facts: LetterFacts,
): Promise<TypesetLetter> {
  const controls: readonly Control[] = [facts.isLegal ? 'handwrite' : 'companySeal', 'handwrite']
  const title = letterTitleOf(facts)
  return typesetSides(deps, accountId, {
    title,
    running: `${title}　编号${facts.letterNo}`,
    paragraphs: wordsOf(facts),
    sides: labelsOf(facts).map((label, index) => ({ label, control: controls[index] ?? 'handwrite' })),
  })
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
