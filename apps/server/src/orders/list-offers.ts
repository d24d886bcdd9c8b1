import type { HeldPack, order } from '@moqi/api/order'
import { flagOf } from '@moqi/api/wire/flag'
import { dayMs } from '@moqi/domain/time/civil-date'
import { offersFor } from '#src/cores/order/offers.ts'
import { readSurplus } from '#src/cores/quota/read-surplus.ts'
import { usedSince } from '#src/cores/quota/used-since.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { heldPack } from './held-pack.ts'

const lookedBackDays = 90

/** What the space may buy, what it has and uses. */
export const listOffers: Handler<typeof order.listOffers> = async (
  { db, now, config, cashiers },
  { tenantId, space },
) => {
  const at = now()
  const [offers, held] = await Promise.all([
    db.directory((directory) => offersFor(directory, space.kind, at)),
    db.read(tenantId, async (tenant) => ({
      packs: await heldPacks(tenant, tenantId, at),
      surplus: await readSurplus(tenant, tenantId, at),
      used: await usedSince(tenant, tenantId, at - lookedBackDays * dayMs),
    })),
  ])
  return {
    offerArray: offers.map(({ offerId, versionNo, name, copies, fen, months, audience }) => {
      return { offerId, versionNo, packName: name, copies, fen, months, audience }
    }),
    packArray: held.packs,
    surplus: held.surplus,
    monthlyUse: (held.used * 30) / lookedBackDays,
    transfer: flagOf(config.payee !== null),
    cashierArray: cashiers.filter(({ closed }) => closed === null).map(({ label }) => label),
  }
}

/** What can be spent, in the order in which it is. */
async function heldPacks(db: Db, tenantId: string, now: number): Promise<HeldPack[]> {
  const rows = await db
    .selectFrom('quota_pack')
    .where('tenant_id', '=', tenantId)
    .where('remaining', '>', 0)
    .where((pack) => pack.or([pack('expires_at', 'is', null), pack('expires_at', '>', now)]))
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('given_at')
    .orderBy('pack_id')
    .selectAll()
    .execute()
  return rows.map(heldPack)
}
