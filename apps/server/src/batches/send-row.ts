import { batchRowLifecycle } from '@moqi/domain/templates/batch-row-lifecycle'
import { type BatchValues, rowFaults } from '@moqi/domain/templates/batch-sheet'
import { Refusal } from '@moqi/domain/refusal'
import { addLog } from '#src/cores/contract/contract-log.ts'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { findMember } from '#src/cores/identity/session.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { draftFaultsOf } from '#src/cores/contract/draft-check.ts'
import { type FrozenFile, freezeSources } from '#src/cores/contract/freeze-files.ts'
import { spendQuota, startSigning } from '#src/cores/contract/start-signing.ts'
import { madeOf, type MadeContract, storeMade } from '#src/cores/template/contract-of-template.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { type LoadedTemplate, ownSideOf, rolesOf } from '#src/cores/template/template-store.ts'

type Sender = NonNullable<Awaited<ReturnType<typeof findMember>>>
/** A batch under way; `member` is null when whoever started it has left the space. */
export type Sending = { tenantId: string; batchId: string; template: LoadedTemplate; member: Sender | null }

type Ready = { row: number; contractId: string; made: MadeContract; frozen: FrozenFile[] }

/**
 * Sends one row, unless it is sent already: freezes the files off the event loop, then one transaction makes the
 * contract, takes one 份, asks the first party and marks the row. Throws the refusal that keeps it from being sent.
 */
export async function sendRow(deps: Deps, sending: Sending, row: number): Promise<void> {
  const { tenantId, template } = sending
  const found = await deps.db.read(tenantId, (tenant) => rowAt(tenant, sending, row).executeTakeFirst())
  if (found?.state !== 'waiting') return
  const member = senderOf(sending)
  checkValues(template, member, found.row_values)
  await deps.db.read(tenantId, (tenant) => checkQuota(tenant, tenantId))
  const place = { tenantId, contractId: found.contract_id }
  const made = madeOf(template, ownSideOf(member), found.row_values, place)
  const frozen = await freezeSources(deps, { files: template.files, areas: made.areas })
  const ready = { row, contractId: found.contract_id, made, frozen }
  await againWhenNumberTaken(() => deps.db.write(tenantId, (tx) => commitRow(deps, tx, { ...sending, member }, ready)))
}

function senderOf({ member }: Sending): Sender {
  if (!member?.space.rights.includes('launch')) {
    throw new Refusal('contract/incomplete', { message: '发起人已不在该空间，或没有发起签署的权限' })
  }
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  return member
}

/** Checked before already; the initiator's own name or phone may have changed since. */
function checkValues({ content }: LoadedTemplate, member: Sender, values: BatchValues): void {
  const [fault] = rowFaults(rolesOf(content), content.positionArray, ownSideOf(member), { values, formulas: [] })
  if (fault) throw new Refusal('contract/incomplete', { message: fault.message })
}

/** Freezing for a contract that cannot be paid for would be in vain. */
async function checkQuota(db: Db, tenantId: string): Promise<void> {
  const quota = await db.selectFrom('quota').where('tenant_id', '=', tenantId).select('surplus').executeTakeFirst()
  if (!quota || quota.surplus < 1) throw new Refusal('contract/quota')
}

const rowAt = (db: Db, { tenantId, batchId }: Sending, row: number) =>
  db
    .selectFrom('batch_row')
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId)
    .where('row_no', '=', row)
    .select(['state', 'row_values', 'contract_id'])

async function commitRow(
  deps: Deps,
  tx: Db,
  sending: Sending & { member: Sender },
  { row, contractId, made, frozen }: Ready,
): Promise<void> {
  const { tenantId, batchId, template, member } = sending
  const held = await rowAt(tx, sending, row).forUpdate().executeTakeFirst()
  if (held?.state !== 'waiting') return
  const signId = newSignId(deps)
  await storeMade(deps, tx, member, { template, made, contractId, signId, state: 'waitSend' })
  const entry = { homeTenantId: tenantId, contractId }
  const stored = await loadContract(tx, entry)
  const [fault] = await draftFaultsOf(deps, tx, stored)
  if (fault) throw new Refusal('contract/incomplete', { message: fault.message })
  await spendQuota(deps, tx, stored)
  await startSigning(deps, tx, stored, frozen)
  const actor = { accountId: member.accountId, name: member.nickName }
  await addLog(tx, entry, deps.now(), actor, { verb: 'create', detail: `模板：${template.head.name}` })
  await addLog(tx, entry, deps.now(), actor, {
    verb: 'send',
    detail: frozen.some(({ document }) => document.awaitingTimestamp) ? '等待时间戳' : null,
  })
  await refreshInbox(tx, stored, deps.now())
  await tx
    .updateTable('batch_row')
    .set({ state: batchRowLifecycle.after(held.state, 'send'), fault: null, sign_id: signId })
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId)
    .where('row_no', '=', row)
    .execute()
}
