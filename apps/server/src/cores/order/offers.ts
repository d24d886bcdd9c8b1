import { firstOffers, isOnSale, isTrial, packEnd, type PackOffer } from '@moqi/domain/orders/pack-offer'
import type { OfferDeed } from '@moqi/domain/orders/offer-terms'
import type { SpaceType } from '@moqi/domain/spaces/space-name'
import { type Selectable, sql } from 'kysely'
import { givePack } from '#src/cores/quota/give-pack.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { platformName } from './order-rows.ts'

/** An offer as the catalogue has it now, which version that is, and since when (ms). */
export type KeptOffer = PackOffer & { versionNo: number; changedAt: number }

/** Who makes a version of an offer, and why: an operator, with a second where there must be one, or a command. */
export type OfferMaking = {
  deed: OfferDeed
  operatorId: string | null
  madeBy: string
  agreedBy: string | null
  reason: string | null
}

const byPlatform: OfferMaking = { deed: 'add', operatorId: null, madeBy: platformName, agreedBy: null, reason: null }

/**
 * Fills an empty catalogue with the first offers, gives one that never had a trial the first, and offers that are older
 * than versions their first. What was ever there stays the operator's.
 */
export async function ensureOffers({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const known = await db.directory(allOffers)
  const missing = known.length === 0 ? firstOffers : known.some(isTrial) ? [] : firstOffers.filter(isTrial)
  const bare = await db.directory(withoutVersion)
  if (missing.length + bare.length === 0) return
  await db.directoryWrite(async (tx) => {
    await lockCatalogue(tx)
    for (const row of await withoutVersion(tx)) await addVersion(tx, offerOf(row), byPlatform, row.changed_at)
    for (const offer of missing) await saveOffer({ now }, tx, offer, byPlatform, { isNew: true })
  })
}

const withoutVersion = (directory: Db) =>
  directory
    .selectFrom('pack_offer as o')
    .leftJoin('pack_offer_version as v', (join) =>
      join.onRef('v.offer_id', '=', 'o.offer_id').onRef('v.version_no', '=', 'o.version_no'),
    )
    .where('v.offer_id', 'is', null)
    .selectAll('o')
    .execute()

/** One change of the catalogue at a time, until the transaction ends. */
export const lockCatalogue = async (tx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalogue', 0))`.execute(tx)
}

/**
 * Puts an offer into the catalogue, or changes it, as a version of its own; orders made before keep what they were made
 * with. With `isNew` one that is there already stays.
 */
export async function saveOffer(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  offer: PackOffer,
  making: OfferMaking,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  await lockCatalogue(tx)
  const known = await findOffer(tx, offer.offerId)
  if (known && isNew) return
  const at = now()
  const kept = { ...offer, versionNo: (known?.versionNo ?? 0) + 1, changedAt: at }
  const { name, copies, fen, months, audience, saleBegin, saleEnd } = offer
  const said = { name, copies, fen, months, audience, sale_begin: saleBegin, sale_end: saleEnd, changed_at: at }
  const row = { ...said, version_no: kept.versionNo }
  await tx
    .insertInto('pack_offer')
    .values({ offer_id: offer.offerId, ...row })
    .onConflict((conflict) => conflict.column('offer_id').doUpdateSet(row))
    .execute()
  await addVersion(tx, kept, making, at)
}

async function addVersion(
  tx: Db,
  { offerId, versionNo, name, copies, fen, months, audience, saleBegin, saleEnd }: KeptOffer,
  { deed, operatorId, madeBy, agreedBy, reason }: OfferMaking,
  at: number,
): Promise<void> {
  await tx
    .insertInto('pack_offer_version')
    .values({
      offer_id: offerId,
      version_no: versionNo,
      deed,
      name,
      copies,
      fen,
      months,
      audience,
      sale_begin: saleBegin,
      sale_end: saleEnd,
      reason,
      operator_id: operatorId,
      made_by: madeBy,
      agreed_by: agreedBy,
      made_at: at,
    })
    .execute()
}

/** The catalogue, also what is not sold now, the smallest packs first. */
export async function allOffers(db: Db): Promise<KeptOffer[]> {
  const rows = await db.selectFrom('pack_offer').selectAll().orderBy('copies').orderBy('offer_id').execute()
  return rows.map(offerOf)
}

/** One offer; undefined for none of that id. */
export async function findOffer(db: Db, offerId: string): Promise<KeptOffer | undefined> {
  const row = await db.selectFrom('pack_offer').where('offer_id', '=', offerId).selectAll().executeTakeFirst()
  return row && offerOf(row)
}

const offerOf = (row: Selectable<Schema['pack_offer']>): KeptOffer => ({
  offerId: row.offer_id,
  name: row.name,
  copies: row.copies,
  fen: row.fen,
  months: row.months,
  audience: row.audience,
  saleBegin: row.sale_begin,
  saleEnd: row.sale_end,
  versionNo: row.version_no,
  changedAt: row.changed_at,
})

/** What a space of that kind may buy at `now`. */
export const offersFor = async (db: Db, kind: SpaceType, now: number): Promise<KeptOffer[]> =>
  (await allOffers(db)).filter((offer) => !isTrial(offer) && isOnSale(offer, kind, now))

/**
 * Gives a space that is authenticated the trial that its kind is offered, the largest where there are several; a second
 * is not given. Runs in the tenant.
 */
export async function giveTrial(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, kind }: { tenantId: string; kind: SpaceType },
): Promise<void> {
  const now = deps.now()
  const trial = (await allOffers(tx)).findLast((offer) => isTrial(offer) && isOnSale(offer, kind, now))
  if (!trial) return
  const expiresAt = trial.months === 0 ? null : packEnd(trial.months, now)
  await givePack(deps, tx, tenantId, { kind: 'trial', total: trial.copies, expiresAt })
}
