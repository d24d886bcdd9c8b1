import { surplusOf } from '@moqi/domain/quota/ledger'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import { packOf, packsOf } from './pack-rows.ts'

/** How many contracts a space may still send at `now`, in 份. Runs in the tenant. */
export async function readSurplus(db: Db, tenantId: string, now: number): Promise<number> {
  const packs = await packsOf(db, tenantId).where('remaining', '>', 0).execute()
  return surplusOf(packs.map(packOf), now)
}

/**
 * Throws `contract/quota` when the space may not send so many; work for a contract that nobody pays would be in vain.
 */
export async function requireQuota(db: Db, tenantId: string, now: number, needed = 1): Promise<void> {
  if ((await readSurplus(db, tenantId, now)) < needed) throw new Refusal('contract/quota')
}
