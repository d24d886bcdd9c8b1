import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { areaFaults } from '@moqi/domain/contract/draft-rules'
import { findLone, isSignature } from '@moqi/domain/contract/lone-area'
import { partyName, type LaunchDraft } from '../draft/draft.ts'
import { draftForRules } from '../draft/draft-wire.ts'
import { faultAt, placeFault, type PlaceFault } from './place-fault.ts'

/** The first fault of the areas: somebody has none, or has one that belongs to a signature which its file lacks. */
export function placingFault(draft: LaunchDraft, areas: readonly Position[]): PlaceFault | null {
  for (const [index, party] of draft.parties.entries()) {
    const { signerNo } = party
    const name = partyName(party, index)
    const owned = areas.filter((area) => area.signerNo === signerNo).map(areaOf)
    if (!owned.some(isSignature)) return { message: `${name}还没有签署位置`, signerNo, area: null }
    const lone = findLone(owned)
    const area = lone && areas.find(({ positionId }) => positionId === lone.area.areaId)
    if (area) return faultAt(area, draft.files, `${name}${lone.text}`)
  }
  const [other] = areaFaults(draftForRules(draft, areas))
  return other ? placeFault(other, { files: draft.files, areas }) : null
}
