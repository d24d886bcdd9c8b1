import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { changeContract, lockContract, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepInBin } from './recycle-bin.ts'

/** Deletes a contract that was never sent: it goes to the recycle bin for 30 days (checklist C51). */
export async function deleteTask(deps: Deps, member: Member, input: Input<typeof task.deleteTask>): Promise<null> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('delete', viewOf(stored, entry))
    await binDraft(deps, tx, stored)
    return keepAnswer(tx, deps, member, null)
  })
}

/** Puts a contract that was never sent into its initiator's recycle bin, which lets go of it after 30 days. */
export async function binDraft(deps: Deps, tx: Db, stored: StoredContract): Promise<void> {
  const { contract } = stored
  await changeContract(tx, contract, { state: taskLifecycle.after(contract.state, 'delete') })
  await refreshInbox(tx, stored, deps.now())
  const { tenant_id: tenantId, initiator_account_id: accountId, contract_id: contractId } = contract
  await keepInBin(tx, { tenantId, accountId, contractId }, tenantId)
}
