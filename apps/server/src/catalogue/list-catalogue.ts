import type { catalogue, CatalogueOffer, OfferVersion } from '@moqi/api/catalogue'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { type OfferTerms, termChanges } from '@moqi/domain/orders/offer-terms'
import { offerState } from '@moqi/domain/orders/pack-offer'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import { allOffers, findOffer, type KeptOffer } from '#src/cores/order/offers.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'

type Calls = typeof catalogue

const mostVersions = 100

/** What the platform sells, sold or will sell, the smallest first; found by words of the name or by the number. */
export const listCatalogue: Handler<Calls['listCatalogue']> = async ({ db, now }, _operator, input) => {
  const at = now()
  const words = (input.search ?? '').toLowerCase()
  const shown = (await db.directory(allOffers)).map((offer) => shownOffer(offer, at))
  return {
    offerArray: shown.filter(
      (offer) =>
        (offer.packName.toLowerCase().includes(words) || offer.offerId.toLowerCase() === words) &&
        (input.offerState === undefined || offer.offerState === input.offerState),
    ),
  }
}

/** One of them, how often it was sold, and all that was done to it. */
export const getCatalogueOffer: Handler<Calls['getCatalogueOffer']> = async (
  { db, now, config },
  _operator,
  { offerId },
) =>
  db.directory(async (directory) => {
    const offer = await requireOffer(directory, offerId)
    const versions = await directory
      .selectFrom('pack_offer_version')
      .where('offer_id', '=', offerId)
      .orderBy('version_no', 'desc')
      .limit(mostVersions + 1)
      .selectAll()
      .execute()
    return {
      ...shownOffer(offer, now()),
      soldNumber: await countOrders(directory, offerId, 'requestRefund'),
      waitingNumber: await waitingOrders(directory, offerId),
      needsSecond: config.pricers === 2 ? 1 : 0,
      versionArray: versions.slice(0, mostVersions).map((row, index) => shownVersion(row, versions[index + 1])),
    }
  })

/** The offer of that id. Throws `offer/not-found`. */
export async function requireOffer(directory: Db, offerId: string): Promise<KeptOffer> {
  const offer = await findOffer(directory, offerId)
  if (!offer) throw new Refusal('offer/not-found')
  return offer
}

/** How many orders of an offer wait to be paid: a change leaves them as they are. */
export const waitingOrders = async (directory: Db, offerId: string): Promise<number> =>
  (await countOrders(directory, offerId, 'pay')) + (await countOrders(directory, offerId, 'voucherPassed'))

/** How many orders of an offer may be moved so. */
async function countOrders(
  directory: Db,
  offerId: string,
  event: 'pay' | 'voucherPassed' | 'requestRefund',
): Promise<number> {
  const states = orderLifecycle.states.filter((state) => orderLifecycle.can(state, event))
  const { number } = await directory
    .selectFrom('order_register')
    .where('offer_id', '=', offerId)
    .where('state', 'in', states)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

const shownOffer = (offer: KeptOffer, at: number): CatalogueOffer => ({
  offerId: offer.offerId,
  packName: offer.name,
  copies: offer.copies,
  fen: offer.fen,
  months: offer.months,
  audience: offer.audience,
  saleBegin: offer.saleBegin,
  saleEnd: offer.saleEnd,
  versionNo: offer.versionNo,
  offerState: offerState(offer, at),
  changeTime: offer.changedAt,
})

type VersionRow = Selectable<Schema['pack_offer_version']>

const termsOf = (row: VersionRow): OfferTerms => ({
  name: row.name,
  copies: row.copies,
  fen: row.fen,
  months: row.months,
  audience: row.audience,
  saleBegin: row.sale_begin,
  saleEnd: row.sale_end,
})

const shownVersion = (row: VersionRow, before: VersionRow | undefined): OfferVersion => ({
  versionNo: row.version_no,
  offerDeed: row.deed,
  lineArray: termChanges(before ? termsOf(before) : null, termsOf(row)),
  makeTime: row.made_at,
  madeBy: row.made_by,
  agreedBy: row.agreed_by,
  reason: row.reason,
})
