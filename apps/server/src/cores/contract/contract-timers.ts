import { deadlineReminderAt, nextEndReminder } from '@moqi/domain/contract/after-sending'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import type { ContractRow } from './contract-rows.ts'

/** Sets what the deadline brings: the reminder before it and the end after it; another deadline takes their place. */
export async function setDeadlineTimers(deps: Pick<Deps, 'now'>, tx: Db, contract: ContractRow): Promise<void> {
  const place = { tenantId: contract.tenant_id, contractId: contract.contract_id }
  const now = deps.now()
  const signExpireTime = contract.sign_expire_at ?? now
  const expiry = { delayMs: signExpireTime + 1000 - now, key: `expire ${place.contractId}` }
  await enqueue(tx, 'expireContract', place, expiry)
  const remindedAt = deadlineReminderAt(signExpireTime, now)
  if (remindedAt === null) return
  const reminder = { delayMs: remindedAt - now, key: `due ${place.contractId}` }
  await enqueue(tx, 'remindDeadline', { ...place, signExpireTime }, reminder)
}

/** Sets the next reminder of the contract's own end, if it has one. */
export async function setEndTimer(deps: Pick<Deps, 'now'>, tx: Db, contract: ContractRow): Promise<void> {
  const { tenant_id: tenantId, contract_id: contractId, contract_end_at: contractEndTime } = contract
  const now = deps.now()
  const next = contractEndTime === null ? null : nextEndReminder(contractEndTime, now)
  if (contractEndTime === null || next === null) return
  const payload = { tenantId, contractId, contractEndTime, days: next.days }
  await enqueue(tx, 'remindContractEnd', payload, { delayMs: next.at - now, key: `end ${contractId} ${next.days}` })
}
