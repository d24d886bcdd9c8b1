import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { areaFaults } from '@moqi/domain/contract/draft-rules'
import { isSignature, loneArea } from '@moqi/domain/contract/lone-area'
import { partyName, type LaunchDraft } from './draft.ts'
import { draftForRules } from './draft-wire.ts'

/** What keeps the third step from being left, and whose area it concerns. */
export type PlacingFault = { message: string; signerNo: number | null }

/** The first fault of the areas: somebody has none, or has one that belongs to a signature which its file lacks. */
export function placingFault(draft: LaunchDraft, areas: readonly Position[]): PlacingFault | null {
  for (const [index, party] of draft.parties.entries()) {
    const { signerNo } = party
    const owned = areas.filter((area) => area.signerNo === signerNo).map(areaOf)
    const missing = owned.some(isSignature) ? loneArea(owned) : '还没有签署位置'
    if (missing !== null) return { message: `${partyName(party, index)}${missing}`, signerNo }
  }
  const [other] = areaFaults(draftForRules(draft, areas))
  return other ? { message: other.message, signerNo: null } : null
}
