import { deadlineReminderAt, nextEndReminder } from '@moqi/domain/contract/after-sending'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import type { ContractRow } from './contract-rows.ts'

type Timed = Pick<ContractRow, 'tenant_id' | 'contract_id' | 'sign_expire_at' | 'contract_end_at'>

/** What the deadline brings: the end after it and the reminder before it; those of another deadline they replace. */
export function deadlineJobs(contract: Timed, now: number): JobRequest[] {
  const place = { tenantId: contract.tenant_id, contractId: contract.contract_id }
  const signExpireTime = contract.sign_expire_at ?? now
  const expiry = { delayMs: signExpireTime + 1000 - now, key: `expire ${place.contractId}` }
  const end: JobRequest = { name: 'expireContract', payload: place, when: expiry }
  const remindedAt = deadlineReminderAt(signExpireTime, now)
  if (remindedAt === null) return [end]
  const when = { delayMs: remindedAt - now, key: `due ${place.contractId}` }
  return [end, { name: 'remindDeadline', payload: { ...place, signExpireTime }, when }]
}

/** The next reminder of the contract's own end, if it has one. */
export function endJobs(contract: Timed, now: number): JobRequest[] {
  const { tenant_id: tenantId, contract_id: contractId, contract_end_at: contractEndTime } = contract
  const next = contractEndTime === null ? null : nextEndReminder(contractEndTime, now)
  if (contractEndTime === null || next === null) return []
  const payload = { tenantId, contractId, contractEndTime, days: next.days }
  return [
    { name: 'remindContractEnd', payload, when: { delayMs: next.at - now, key: `end ${contractId} ${next.days}` } },
  ]
}
