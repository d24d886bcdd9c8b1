import type { Area } from '@moqi/domain/contract/area'
import { type Control, controlTable } from '@moqi/domain/contract/controls'
import { isSignature } from '@moqi/domain/contract/lone-area'
import { agreementParts, agreementTitle, sideTitle } from '@moqi/domain/contract/void-agreement'
import type { VoidTerms } from '@moqi/domain/contract/void-terms'
import type { AgreementSide, PlacedBox } from '@moqi/evidence/agreement/agreement-content'
import type { AreaRow } from '#src/cores/contract/contract-files.ts'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'
import type { MadeFile } from '#src/cores/contract/made-file.ts'
import { placedArea } from '#src/cores/contract/placed-area.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A party of the agreement, and what it signs with: as it signed the original. */
export type SigningSide = { partyNo: number; name: string; companyName: string | null; controls: readonly Control[] }

/** What an agreement is written of. */
export type AgreementFacts = {
  agreement: Pick<ContractRow, 'contract_no'>
  origin: Pick<ContractRow, 'subject' | 'contract_no' | 'finished_at'>
  files: readonly { name: string; sha256: string; size: number }[]
  sides: readonly SigningSide[]
  terms: VoidTerms
}

type Means = Pick<Deps, 'workshop' | 'blobs' | 'now' | 'newId'>

/** Typesets an agreement with a place for every side, and stores its bytes. */
export async function typesetAgreement(
  { workshop, blobs, now, newId }: Means,
  member: Pick<Member, 'accountId'>,
  { agreement, origin, files, sides, terms }: AgreementFacts,
): Promise<{ file: MadeFile; areas: Area[] }> {
  const { subject, contract_no: contractNo, finished_at: finishedAt } = origin
  const { pdf, sides: placed } = await workshop.typesetAgreement({
    title: agreementTitle,
    running: `${agreementTitle}　编号${agreement.contract_no}`,
    paragraphs: agreementParts({ subject, contractNo, finishedAt, files }, sides, terms),
    sides: sides.map(writtenSide),
  })
  const { pages } = await workshop.inspect(pdf)
  const file = {
    fileId: newId(),
    accountId: member.accountId,
    name: `${agreementTitle}.pdf`,
    sha256: await blobs.put(pdf),
    size: pdf.length,
    pages: pages.map(({ width, height }) => ({ width, height })),
    createdAt: now(),
  }
  const areas = sides.flatMap(({ partyNo, controls }, index) => {
    const own = placed[index]
    if (!own) throw new Error('a side without places')
    const area = (name: string, box: PlacedBox, control: Control) =>
      placedArea({ areaId: `${name}${partyNo}`, fileId: file.fileId, partyNo }, box, control)
    return [
      ...controls.flatMap((control, place) => {
        const box = own.places[place]
        return box ? [area(control, box, control)] : []
      }),
      area('date', own.date, 'date'),
    ]
  })
  return { file, areas }
}

/** Beside a company's seal there is less room for a hand. */
const narrowHand = { width: 30, height: 15 }

function writtenSide({ name, companyName, controls }: SigningSide, index: number): AgreementSide {
  const how = companyName === null ? '签字' : '盖章'
  const sizeOf = (control: Control) =>
    control === 'handwrite' && controls.length > 1 ? narrowHand : controlTable[control].size
  return {
    label: `${sideTitle(index)}（${how}）：${companyName ?? name}`,
    places: controls.map(sizeOf),
    date: controlTable.date.size,
  }
}

/** What a party signs an agreement with: each kind of signature it gave the original, once. */
export function controlsOf(areas: readonly Pick<AreaRow, 'party_no' | 'control'>[], partyNo: number): Control[] {
  const signatures = areas.filter((area) => area.party_no === partyNo && isSignature(area))
  return [...new Set(signatures.map(({ control }) => control))]
}
