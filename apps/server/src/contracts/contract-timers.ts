import { deadlineReminderAt, nextEndReminder } from '@moqi/domain/contract/after-sending'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { formatDate } from '@moqi/domain/time/format-date'
import { type ContractRow, loadContract, type StoredContract } from '#src/platform/contract-store/contract-rows.ts'
import { partyUrl, smsDeadline } from '#src/platform/contract-store/open-parties.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { queueSms } from '#src/platform/messages/queue-message.ts'
import { Refusal } from '@moqi/domain/refusal'

/** Sets what the deadline brings: the reminder before it and the end after it; another deadline takes their place. */
export async function setDeadlineTimers(deps: Pick<Deps, 'now'>, tx: Db, contract: ContractRow): Promise<void> {
  const place = { tenantId: contract.tenant_id, contractId: contract.contract_id }
  const signExpireTime = contract.sign_expire_at ?? deps.now()
  const expiry = { runAt: signExpireTime + 1000, key: `expire ${place.contractId}` }
  await enqueue(tx, 'expireContract', place, expiry)
  const runAt = deadlineReminderAt(signExpireTime, deps.now())
  if (runAt === null) return
  await enqueue(tx, 'remindDeadline', { ...place, signExpireTime }, { runAt, key: `due ${place.contractId}` })
}

/** Sets the next reminder of the contract's own end, if it has one. */
export async function setEndTimer(deps: Pick<Deps, 'now'>, tx: Db, contract: ContractRow): Promise<void> {
  const { tenant_id: tenantId, contract_id: contractId, contract_end_at: contractEndTime } = contract
  const next = contractEndTime === null ? null : nextEndReminder(contractEndTime, deps.now())
  if (contractEndTime === null || next === null) return
  const payload = { tenantId, contractId, contractEndTime, days: next.days }
  await enqueue(tx, 'remindContractEnd', payload, { runAt: next.at, key: `end ${contractId} ${next.days}` })
}

/**
 * Tells those who have not signed, and the initiator, that the deadline is near. Runs as a job: nobody is told twice,
 * however often or on however many nodes it runs, and a deadline that was moved is not told of.
 */
export async function remindDeadline(deps: Deps, payload: JobPayloads['remindDeadline']): Promise<void> {
  const { tenantId, contractId, signExpireTime } = payload
  await deps.db.write(tenantId, async (tx) => {
    const stored = await found(tx, { homeTenantId: tenantId, contractId })
    const { contract, parties = [] } = stored ?? {}
    if (contract?.state !== 'signing' || contract.sign_expire_at !== signExpireTime) return
    if (deps.now() >= signExpireTime) return
    const title = contract.subject
    const date = smsDeadline(contract)
    for (const party of parties.filter(({ state }) => state === 'toSign')) {
      const message = smsMessage('dueSigner', { title, date, url: partyUrl(deps, party) }, deps.config.brand)
      const once = `due ${contractId} ${party.signer_no} ${signExpireTime}`
      await queueSms(deps, tx, { recipient: party.phone, scene: 'due', message, once })
    }
    const n = parties.filter(({ state }) => state !== 'signed' && state !== 'transferred').length
    const message = smsMessage('dueInitiator', { title, date, n }, deps.config.brand)
    const once = `due ${contractId} initiator ${signExpireTime}`
    await queueSms(deps, tx, { recipient: await initiatorPhone(tx, contract), scene: 'due', message, once })
  })
}

/** Tells the initiator that a finished contract ends soon, and sets the next reminder. Runs as a job, told once. */
export async function remindContractEnd(deps: Deps, payload: JobPayloads['remindContractEnd']): Promise<void> {
  const { tenantId, contractId, contractEndTime, days } = payload
  await deps.db.write(tenantId, async (tx) => {
    const stored = await found(tx, { homeTenantId: tenantId, contractId })
    if (!stored || stored.contract.contract_end_at !== contractEndTime) return
    const { contract } = stored
    if (contract.state !== 'finish' && contract.state !== 'signing') return
    if (contract.state === 'finish' && deps.now() < contractEndTime) {
      const blanks = { title: contract.subject, date: formatDate(contractEndTime, '{m}-{d}') }
      const message = smsMessage('contractEnds', blanks, deps.config.brand)
      const once = `end ${contractId} ${days}`
      await queueSms(deps, tx, { recipient: await initiatorPhone(tx, contract), scene: 'contractEnds', message, once })
    }
    await setEndTimer(deps, tx, contract)
  })
}

/** The contract, unless it has been removed since. */
async function found(tx: Db, place: { homeTenantId: string; contractId: string }): Promise<StoredContract | null> {
  return loadContract(tx, place).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
}

async function initiatorPhone(tx: Db, contract: ContractRow): Promise<string> {
  const accountId = contract.initiator_account_id
  const account = tx.selectFrom('account').where('account_id', '=', accountId).select('phone')
  return (await account.executeTakeFirstOrThrow()).phone
}
