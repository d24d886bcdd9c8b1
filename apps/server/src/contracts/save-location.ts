import type { Input, Output } from '@moqi/api/call'
import type { draft } from '@moqi/api/draft'
import { areaOf } from '@moqi/api/wire/area'
import { wireStatus } from '@moqi/api/wire/contract'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { draftFaultsOf } from '#src/cores/contract/draft-check.ts'
import { placeAreas } from '#src/cores/contract/place-areas.ts'
import { refuseAgreement } from './refuse-agreement.ts'

type Save = typeof draft.saveLocation

/** Saves the areas; a draft that is complete with them becomes 待发送 (checklist C60). */
export const saveLocation: ContractVerb<Input<Save>, Output<Save>, { complete: boolean }> = {
  operation: 'edit',
  async put(_, tx, { stored: { contract, parties }, entry, input }) {
    refuseAgreement(contract)
    if (contract.version !== input.version) throw new Refusal('contract/stale-draft')
    const place = { tenantId: entry.homeTenantId, contractId: entry.contractId }
    const sides = parties.map(({ party_no: partyNo, kind }) => ({ partyNo, kind }))
    await placeAreas(tx, place, input.positionArray.map(areaOf), sides)
  },
  facts: async (deps, tx, { stored }) => ({ complete: (await draftFaultsOf(deps, tx, stored)).length === 0 }),
  decide: ({ facts: { complete } }) => ({
    moves: [
      { of: 'contract', event: 'edit' },
      ...(complete ? [{ of: 'contract', event: 'completeWizard' } as const] : []),
    ],
    content: true,
    answer: ({ contract: { version, state } }) => ({
      version,
      status: wireStatus(rowStatus({ contractState: state, ownPartyState: null })),
    }),
  }),
}
