import { restorePack, withdrawPack } from '@moqi/domain/quota/ledger'
import type { Db } from '#src/platform/database/database.ts'
import { type Booking, packOf, packsOf, writeChange } from './pack-rows.ts'

type Named = { tenantId: string; packId: string }

/** Whether anything was ever sent from a pack, also what was recalled since. Runs in the tenant. */
export async function isPackUsed(db: Db, { tenantId, packId }: Named): Promise<boolean> {
  const line = await db
    .selectFrom('quota_entry')
    .where('tenant_id', '=', tenantId)
    .where('pack_id', '=', packId)
    .where('kind', '=', 'send')
    .select('quota_entry_id')
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

const locked = (tx: Db, { tenantId, packId }: Named) =>
  packsOf(tx, tenantId).where('pack_id', '=', packId).forUpdate().executeTakeFirstOrThrow()

/** Takes a pack out of use, whose price is asked back; false for one that something was sent from. */
export async function withdrawUnused(deps: Booking, tx: Db, pack: Named): Promise<boolean> {
  const row = await locked(tx, pack)
  if (await isPackUsed(tx, pack)) return false
  await writeChange(deps, tx, { tenantId: pack.tenantId, contractId: null }, withdrawPack(packOf(row), deps.now()))
  return true
}

/** Puts a pack back into use, with all that it held. */
export async function restoreWithdrawn(
  deps: Booking,
  tx: Db,
  { copies, expiresAt, ...pack }: Named & { copies: number; expiresAt: number },
): Promise<void> {
  const row = await locked(tx, pack)
  const change = restorePack(packOf(row), copies, expiresAt)
  await writeChange(deps, tx, { tenantId: pack.tenantId, contractId: null }, change)
}
