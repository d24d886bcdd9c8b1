import { refundOne, spendOne, surplusOf } from '@moqi/domain/quota/ledger'
import { becameLow } from '@moqi/domain/quota/quota-warning'
import type { Db } from '#src/platform/database/database.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { type Booking, packOf, packsOf, writeChange } from './pack-rows.ts'

/** One 份 taken for a contract that is sent, or given back for one that nobody has signed. */
export type QuotaChange = { kind: 'spend' | 'refund'; tenantId: string; contractId: string }

/**
 * Carries out what a decision charges or gives back, in its transaction and tenant: packs are locked after the contract
 * and before the lists. Throws `contract/quota` when none is left.
 */
export const changeQuota = (deps: Booking, tx: Db, change: QuotaChange): Promise<void> =>
  change.kind === 'spend' ? spend(deps, tx, change) : refund(deps, tx, change)

/** All packs are locked, in one order: of two sends at once the second sees what the first has left. */
async function spend(deps: Booking, tx: Db, change: QuotaChange): Promise<void> {
  const packs = await packsOf(tx, change.tenantId).where('remaining', '>', 0).forUpdate().execute()
  const now = deps.now()
  await writeChange(deps, tx, change, spendOne(packs.map(packOf), now))
  const left = surplusOf(packs.map(packOf), now) - 1
  const given = packs.reduce((sum, { total }) => sum + total, 0)
  const { tenantId } = change
  if (becameLow(left + 1, left, given)) await enqueue(tx, 'warnQuota', { tenantId, left })
}

/** Into the very pack the contract was paid from; one that was never paid for, or is refunded, gets nothing. */
async function refund(deps: Booking, tx: Db, change: QuotaChange): Promise<void> {
  const { tenantId, contractId } = change
  const lines = await tx
    .selectFrom('quota_entry')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select(['pack_id', 'change'])
    .execute()
  const [paid] = lines.filter((line) => line.change < 0)
  if (!paid || lines.length > 1) return
  const row = await packsOf(tx, tenantId).where('pack_id', '=', paid.pack_id).forUpdate().executeTakeFirstOrThrow()
  for (const line of refundOne(packOf(row), deps.now())) {
    await writeChange(deps, tx, { tenantId, contractId: line.kind === 'expire' ? null : contractId }, line)
  }
}
