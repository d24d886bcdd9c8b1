import { batchRowLifecycle } from '@moqi/domain/templates/batch-row-lifecycle'
import { type BatchValues, rowFaults } from '@moqi/domain/templates/batch-sheet'
import { Refusal } from '@moqi/domain/refusal'
import { claimantsOf } from '#src/cores/contract/bind-parties.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import { createContract } from '#src/cores/contract/create-contract.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { draftFaultsOf } from '#src/cores/contract/draft-check.ts'
import { type FrozenFile, freezeSources, storeFrozen } from '#src/cores/contract/freeze-files.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { requireQuota } from '#src/cores/quota/read-surplus.ts'
import { sendingOf } from '#src/cores/contract/send-contract.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { creationOf, madeOf, type MadeContract } from '#src/cores/template/contract-of-template.ts'
import { type LoadedTemplate, ownSideOf } from '#src/cores/template/template-store.ts'
import type { findMember } from '#src/cores/identity/own-spaces.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

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
  // Freezing for a contract that cannot be paid for would be in vain.
  await deps.db.read(tenantId, (tenant) => requireQuota(tenant, tenantId, deps.now()))
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
  const [fault] = rowFaults(content.roles, content.areas, ownSideOf(member), { values, formulas: [] })
  if (fault) throw new Refusal('contract/incomplete', { message: fault.message })
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
  const { template, member } = sending
  const held = await rowAt(tx, sending, row).forUpdate().executeTakeFirst()
  if (held?.state !== 'waiting') return
  const signId = newSignId(deps)
  await createContract(
    deps,
    tx,
    { accountId: member.accountId, name: member.nickName },
    {
      ...creationOf(deps, member, { template, made, contractId, signId, batchId: sending.batchId, state: 'waitSend' }),
      change: (stored) => sendMade(deps, tx, stored, { template, frozen }),
      writing: { write: (_, { after }) => storeFrozen(deps, tx, after.contract, frozen) },
    },
  )
  await tx
    .updateTable('batch_row')
    .set({ state: batchRowLifecycle.after(held.state, 'send'), fault: null, sign_id: signId })
    .where('tenant_id', '=', sending.tenantId)
    .where('batch_id', '=', sending.batchId)
    .where('row_no', '=', row)
    .execute()
}

/** Sends what the template has just made, if nothing is missing from it. */
async function sendMade(
  deps: Deps,
  tx: Db,
  stored: StoredContract,
  { template, frozen }: { template: LoadedTemplate; frozen: FrozenFile[] },
): Promise<Change> {
  const [fault] = await draftFaultsOf(deps, tx, stored)
  if (fault) throw new Refusal('contract/incomplete', { message: fault.message })
  const change = sendingOf(stored, { claimants: await claimantsOf(tx, stored), frozen }, deps.now())
  return { ...change, log: [{ verb: 'create', detail: `模板：${template.head.name}` }, ...(change.log ?? [])] }
}
