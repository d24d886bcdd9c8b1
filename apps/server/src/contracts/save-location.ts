import type { Input, Output } from '@moqi/api/call'
import type { draft } from '@moqi/api/draft'
import { enforce, rowStatus } from '@moqi/domain/contract/row-policy'
import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { changeContract, loadContract, lockContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import type { Deps } from '#src/platform/deps.ts'
import { draftFaultsOf } from '#src/cores/contract/draft-check.ts'
import { putPositions } from '#src/cores/contract/place-areas.ts'

type Save = typeof draft.saveLocation

/** Saves the areas; a draft that is complete with them becomes 待发送 (checklist C60). */
export async function saveLocation(deps: Deps, member: Member, input: Input<Save>): Promise<Output<Save>> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('edit', viewOf(stored, entry))
    const { contract, parties, cc } = stored
    if (contract.version !== input.version) throw new Refusal('contract/stale-draft')
    const place = { tenantId: entry.homeTenantId, contractId: entry.contractId }
    const signers = parties.map(({ signer_no: signerNo, sign_type: signType }) => ({ signerNo, signType }))
    await putPositions(tx, place, input.positionArray, signers)
    const edited = taskLifecycle.after(contract.state, 'edit')
    const complete = (await draftFaultsOf(deps, tx, { contract, parties, cc })).length === 0
    const state = complete ? taskLifecycle.after(edited, 'completeWizard') : edited
    await changeContract(tx, contract, { state })
    await refreshInbox(tx, await loadContract(tx, entry), deps.now())
    return keepAnswer(tx, deps, member, {
      version: contract.version,
      status: rowStatus({ taskState: state, ownPartyState: null }),
    })
  })
}
