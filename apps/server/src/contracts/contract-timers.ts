import { deadlineReminderAt, nextEndReminder } from '@moqi/domain/contract/after-sending'
import { formatDate } from '@moqi/domain/time/format-date'
import { type ContractRow, lockContract, type StoredContract } from '#src/platform/contract-store/contract-rows.ts'
import { concernedInitiator, isTold, notifyPeople } from '#src/platform/contract-store/notify-people.ts'
import { smsDeadline } from '#src/platform/contract-store/open-parties.ts'
import { notifyAsked } from '#src/platform/contract-store/party-links.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { nullWhenRefused } from '@moqi/domain/refusal'

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

/**
 * Tells those who have not signed, and the initiator, that the deadline is near. Runs as a job: nobody is told twice,
 * however often or on however many nodes it runs, and a deadline that was moved is not told of.
 */
export async function remindDeadline(deps: Deps, payload: JobPayloads['remindDeadline']): Promise<void> {
  const { tenantId, contractId, signExpireTime } = payload
  await deps.db.write(tenantId, async (tx) => {
    const stored = await found(tx, { homeTenantId: tenantId, contractId })
    const { contract } = stored ?? {}
    if (!stored || contract?.state !== 'signing' || contract.sign_expire_at !== signExpireTime) return
    if (deps.now() < signExpireTime) await tellDue(deps, tx, stored)
  })
}

async function tellDue(deps: Deps, tx: Db, { contract, parties }: StoredContract): Promise<void> {
  const once = `due ${contract.contract_id} ${contract.sign_expire_at}`
  const onceInitiator = `${once} initiator`
  if (await isTold(tx, contract, onceInitiator)) return
  const asked = parties.filter(({ state }) => state === 'toSign' || state === 'approvalFailed')
  const date = smsDeadline(contract)
  await notifyAsked(deps, tx, contract, asked, { kind: 'dueSigner', once, factsOf: (about) => ({ ...about, date }) })
  const n = parties.filter(({ state }) => state !== 'signed' && state !== 'transferred').length
  await notifyPeople(deps, tx, contract, [concernedInitiator(contract)], {
    kind: 'dueInitiator',
    once: onceInitiator,
    factsOf: (about) => ({ ...about, date, n }),
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
      await notifyPeople(deps, tx, contract, [concernedInitiator(contract)], {
        kind: 'contractEnds',
        once: `end ${contractId} ${days}`,
        factsOf: (about) => ({ ...about, date: formatDate(contractEndTime, '{m}-{d}') }),
      })
    }
    await setEndTimer(deps, tx, contract)
  })
}

/** The contract, locked so that a repeat at the same time waits, unless it has been removed since. */
const found = (tx: Db, place: { homeTenantId: string; contractId: string }): Promise<StoredContract | null> =>
  lockContract(tx, place).catch(nullWhenRefused)
