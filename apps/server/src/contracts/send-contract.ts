import type { Input, Output } from '@moqi/api/call'
import type { draft } from '@moqi/api/draft'
import { enforce, rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { loadContract, lockContract, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { draftFaultsOf } from '#src/cores/contract/draft-check.ts'
import { freezeFiles } from '#src/cores/contract/freeze-files.ts'
import { spendQuota, startSigning } from '#src/cores/contract/start-signing.ts'

type Send = typeof draft.sendTask

/** Notes the parties of a contract that is being sent in its launcher's address book. */
export type KeepParties = (deps: Deps, tx: Db, member: Member, stored: StoredContract) => Promise<void>

/**
 * Sends a contract (domain.md 5.1, row 4). Its files are frozen and certified first, off the event loop; then one
 * transaction takes one 份, stores the frozen documents, opens the first parties, gives everybody their entry and
 * queues the messages. If the draft changed meanwhile, nothing of it happens.
 */
export async function sendTask(
  deps: Deps,
  member: Member,
  input: Input<Send>,
  keepParties: KeepParties,
): Promise<Output<Send>> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const entry = await requireEntry(deps, member, input.signId)
  const draft = await deps.db.read(entry.homeTenantId, async (db) => {
    const stored = await loadContract(db, entry)
    await checkSendable(deps, db, stored, entry)
    return stored
  })
  const frozen = await freezeFiles(deps, draft)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    await checkSendable(deps, tx, stored, entry)
    if (stored.contract.version !== draft.contract.version) throw new Refusal('contract/changed')
    await spendQuota(deps, tx, stored)
    await startSigning(deps, tx, stored, frozen)
    await addLog(tx, entry, deps.now(), logActor(member), {
      verb: 'send',
      detail: frozen.some(({ document }) => document.awaitingTimestamp) ? '等待时间戳' : null,
    })
    await keepParties(deps, tx, member, stored)
    await refreshInbox(tx, stored, deps.now())
    const own = stored.parties.find(({ sign_id }) => sign_id === entry.signId)
    const status = rowStatus({ taskState: stored.contract.state, ownPartyState: own?.state ?? null })
    return keepAnswer(tx, deps, member, { status })
  })
}

async function checkSendable(
  deps: Deps,
  db: Db,
  stored: StoredContract,
  entry: Parameters<typeof viewOf>[1],
): Promise<void> {
  const { contract } = stored
  const view = viewOf(stored, entry)
  // A draft that could be sent but for what is missing is told what that is.
  if (contract.state !== 'draft') enforce('send', view)
  else enforce('edit', view)
  const faults = await draftFaultsOf(deps, db, stored)
  if (faults[0]) throw new Refusal('contract/incomplete', { message: faults[0].message, faults })
  if (contract.state === 'draft') throw new Refusal('contract/incomplete', { message: '请先确认签署位置后再发送' })
  const quota = await db
    .selectFrom('quota')
    .where('tenant_id', '=', contract.tenant_id)
    .select('surplus')
    .executeTakeFirst()
  if (!quota || quota.surplus < 1) throw new Refusal('contract/quota')
}
