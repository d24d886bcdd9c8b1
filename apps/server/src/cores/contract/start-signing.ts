import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { timestampRetryMs } from '#src/platform/authority/timestamp-outage.ts'
import { changeContract, type StoredContract } from './contract-rows.ts'
import { openCc } from './open-cc.ts'
import { openNextParties } from './open-parties.ts'
import { keepShortLinks } from './short-link.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { addQuotaEntry } from '#src/platform/quota-ledger.ts'
import { setDeadlineTimers, setEndTimer } from './contract-timers.ts'
import { bindParties } from './bind-parties.ts'
import { type FrozenFile, storeFrozen } from './freeze-files.ts'

/** Takes one 份; throws `contract/quota` when there is none. */
export async function spendQuota(deps: Deps, tx: Db, { contract }: StoredContract): Promise<void> {
  const spent = await tx
    .updateTable('quota')
    .set((eb) => ({ surplus: eb('surplus', '-', 1) }))
    .where('tenant_id', '=', contract.tenant_id)
    .where('surplus', '>', 0)
    .executeTakeFirst()
  if (spent.numUpdatedRows !== 1n) throw new Refusal('contract/quota')
  await addQuotaEntry(deps, tx, contract.tenant_id, { kind: 'send', change: -1, contractId: contract.contract_id })
}

/** Makes a complete contract a sent one: stores its frozen documents, opens its first parties and queues the messages. */
export async function startSigning(deps: Deps, tx: Db, stored: StoredContract, frozen: FrozenFile[]): Promise<void> {
  const { contract } = stored
  await changeContract(tx, contract, { state: taskLifecycle.after(contract.state, 'send'), sent_at: deps.now() })
  await storeFrozen(deps, tx, contract, frozen)
  if (frozen.some(({ document }) => document.awaitingTimestamp)) {
    const place = { tenantId: contract.tenant_id, contractId: contract.contract_id }
    const when = { delayMs: timestampRetryMs, key: `timestamp ${contract.contract_id}` }
    await enqueue(tx, 'timestampContract', place, when)
  }
  await bindParties(tx, stored)
  const { initiator_sign_id: initiators } = contract
  await keepShortLinks(tx, [initiators, ...[...stored.parties, ...stored.cc].map(({ sign_id }) => sign_id)])
  await openCc(deps, tx, stored, 'send')
  await openNextParties(deps, tx, stored)
  await setDeadlineTimers(deps, tx, contract)
  await setEndTimer(deps, tx, contract)
}
