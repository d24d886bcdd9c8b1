import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { moved } from '@moqi/domain/contract/lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/http/idempotency.ts'
import { changeContract, lockContract, viewOf } from '#src/platform/contract-store/contract-rows.ts'
import { requireEntry } from '#src/platform/contract-store/entry.ts'
import { refreshInbox } from '#src/platform/contract-store/inbox.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepInBin } from './recycle-bin.ts'

/** Deletes a contract that was never sent: it goes to the recycle bin for 30 days (checklist C51). */
export async function deleteTask(deps: Deps, member: Member, input: Input<typeof task.deleteTask>): Promise<null> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('delete', viewOf(stored, entry))
    const { contract } = stored
    await changeContract(tx, contract, { state: moved(contract.state, 'delete') })
    await refreshInbox(tx, stored, deps.now())
    const row = { tenantId: contract.tenant_id, accountId: member.accountId, contractId: contract.contract_id }
    await keepInBin(deps, tx, row, contract.tenant_id)
    return keepAnswer(tx, deps, member, null)
  })
}
