import { formatDate } from '@moqi/domain/time/format-date'
import { nullWhenRefused } from '@moqi/domain/refusal'
import { lockContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { setEndTimer } from '#src/cores/contract/contract-timers.ts'
import { concernedInitiator, isTold, notifyPeople } from '#src/cores/contract/notify-people.ts'
import { smsDeadline } from '#src/cores/contract/open-parties.ts'
import { notifyAsked } from '#src/cores/contract/party-links.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

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
