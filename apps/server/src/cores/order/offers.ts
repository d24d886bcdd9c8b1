import { firstOffers, isOnSale, type PackOffer } from '@moqi/domain/orders/pack-offer'
import type { SpaceType } from '@moqi/domain/spaces/space-name'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Fills an empty catalogue with the first offers; one that was ever filled stays the operator's. */
export async function ensureOffers({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  if (await db.directory((directory) => directory.selectFrom('pack_offer').select('offer_id').executeTakeFirst()))
    return
  await db.directoryWrite(async (tx) => {
    for (const offer of firstOffers) await saveOffer({ now }, tx, offer, { isNew: true })
  })
}

/** Puts an offer into the catalogue, or changes it; orders made before keep what they were made with. */
export async function saveOffer(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { offerId, name, copies, fen, months, audience, saleBegin, saleEnd }: PackOffer,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  const said = { name, copies, fen, months, audience, sale_begin: saleBegin, sale_end: saleEnd, changed_at: now() }
  await tx
    .insertInto('pack_offer')
    .values({ offer_id: offerId, ...said })
    .onConflict((conflict) => (isNew ? conflict.doNothing() : conflict.column('offer_id').doUpdateSet(said)))
    .execute()
}

/** The catalogue, also what is not sold now, the smallest packs first. */
export async function allOffers(db: Db): Promise<PackOffer[]> {
  const rows = await db.selectFrom('pack_offer').selectAll().orderBy('copies').orderBy('offer_id').execute()
  return rows.map((row) => ({
    offerId: row.offer_id,
    name: row.name,
    copies: row.copies,
    fen: row.fen,
    months: row.months,
    audience: row.audience,
    saleBegin: row.sale_begin,
    saleEnd: row.sale_end,
  }))
}

/** What a space of that kind may buy at `now`. */
export const offersFor = async (db: Db, kind: SpaceType, now: number): Promise<PackOffer[]> =>
  (await allOffers(db)).filter((offer) => isOnSale(offer, kind, now))
