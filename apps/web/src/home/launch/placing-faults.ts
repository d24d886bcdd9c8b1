import type { Position } from '@moqi/api/shapes'
import { areaFaults } from '@moqi/domain/contract/draft-rules'
import { partyName, type LaunchDraft } from './draft.ts'
import { draftForRules } from './draft-wire.ts'

/** What keeps the third step from being left, and whose area it concerns. */
export type PlacingFault = { message: string; signerNo: number | null }

/** The first fault of the areas: somebody has none, or has a date in a file without a seal or signature beside it. */
export function placingFault(draft: LaunchDraft, areas: readonly Position[]): PlacingFault | null {
  const owned = (signerNo: number) => areas.filter((area) => area.signerNo === signerNo)
  for (const [index, { signerNo, ...party }] of draft.parties.entries()) {
    const name = partyName({ signerNo, ...party }, index)
    const signing = owned(signerNo).filter((area) => area.positionType !== 'date')
    if (signing.length === 0) return { message: `${name}还没有签署位置`, signerNo }
    // The date is part of the signature of its file: alone it would never be filled in.
    const signed = new Set(signing.map((area) => area.fileId))
    if (owned(signerNo).some((area) => !signed.has(area.fileId)))
      return { message: `${name}在有签署日期的文件中还需要一处印章或签名`, signerNo }
  }
  const [other] = areaFaults(draftForRules(draft, areas))
  return other ? { message: other.message, signerNo: null } : null
}
