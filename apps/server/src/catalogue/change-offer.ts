import type { catalogue } from '@moqi/api/catalogue'
import { checkReason } from '@moqi/domain/contract/draft-text'
import {
  changeText,
  type OfferDeed,
  offerDeeds,
  type OfferTerms,
  termChanges,
  termFaults,
} from '@moqi/domain/orders/offer-terms'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { offerState } from '@moqi/domain/orders/pack-offer'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { type OfferWish, proposeOffer, waitingOffers } from '#src/cores/order/offer-proposals.ts'
import { allOffers, findOffer, type KeptOffer, lockCatalogue, saveOffer as keepOffer } from '#src/cores/order/offers.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireOffer, waitingOrders } from './list-catalogue.ts'

type Calls = typeof catalogue
type Typed = Omit<OfferTerms, 'name'> & { packName: string }

/** What is done is on the operators' record under these. */
const verbs = { add: 'addOffer', change: 'changeOffer', endSale: 'endOfferSale' } as const satisfies Record<
  OfferDeed,
  OperatorVerb
>

const termsOf = ({ packName, copies, fen, months, audience, saleBegin, saleEnd }: Typed): OfferTerms => {
  return { name: packName, copies, fen, months, audience, saleBegin, saleEnd }
}

/** What a change comes to before it is made, and whether another operator must agree. Throws `field/invalid`. */
export const weighOffer: Handler<Calls['weighOffer']> = async ({ db, now, config }, _operator, input) =>
  db.directory(async (directory) => {
    const { offerId } = input
    const before = offerId === undefined ? null : await requireOffer(directory, offerId)
    const terms = termsOf(input)
    requireFit(terms, before, now())
    await requireOwnName(directory, terms.name, { offerId, at: now() })
    return {
      lineArray: termChanges(before, terms),
      waitingNumber: offerId === undefined ? 0 : await waitingOrders(directory, offerId),
      needsSecond: config.pricers === 2 ? 1 : 0,
    }
  })

/** Makes an offer, or the next version of one; where it takes two, that waits for the second. */
export const saveOffer: Handler<Calls['saveOffer']> = async (deps, operator, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const terms = termsOf(input)
  return deps.db.directoryWrite(async (tx) => {
    await lockCatalogue(tx)
    const before = input.offerId === undefined ? null : await requireVersion(tx, input.offerId, input.versionNo)
    requireFit(terms, before, deps.now())
    await requireOwnName(tx, terms.name, { offerId: input.offerId, at: deps.now() })
    if (termChanges(before, terms).length === 0) {
      throw new Refusal('field/invalid', { field: 'packName', message: '内容没有变化，无需提交' })
    }
    const offerId = input.offerId ?? deps.newId()
    const wish = { offerId, basedOn: before?.versionNo ?? 0, deed: before ? 'change' : 'add', terms, reason } as const
    return { offerId, isDone: await want(deps, tx, operator, { wish, before }) }
  })
}

/** Ends an offer's sale now; an end that was set for later gives way. Throws `offer/changed` where it has ended. */
export const endOfferSale: Handler<Calls['endOfferSale']> = async (deps, operator, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const { offerId } = input
  return deps.db.directoryWrite(async (tx) => {
    await lockCatalogue(tx)
    const before = await requireVersion(tx, offerId, input.versionNo)
    if (offerState(before, deps.now()) === 'ended') throw new Refusal('offer/changed')
    const terms = endedTerms(before, deps.now())
    const wish = { offerId, basedOn: before.versionNo, deed: 'endSale', terms, reason } as const
    return { isDone: await want(deps, tx, operator, { wish, before }) }
  })
}

/** An offer as it is, sold no longer; one whose sale would have begun later never was. */
const endedTerms = ({ name, copies, fen, months, audience, saleBegin }: OfferTerms, now: number): OfferTerms => {
  return {
    name,
    copies,
    fen,
    months,
    audience,
    saleBegin: saleBegin !== null && saleBegin > now ? null : saleBegin,
    saleEnd: now,
  }
}

function requireFit(terms: OfferTerms, before: OfferTerms | null, now: number): void {
  const [fault] = termFaults(terms, before, now)
  if (fault) throw new Refusal('field/invalid', { field: fault.field, message: fault.message })
}

/** Of two offers by one name nobody knows which one was bought. */
async function requireOwnName(
  directory: Db,
  name: string,
  { offerId, at }: { offerId: string | undefined; at: number },
): Promise<void> {
  const others = (await allOffers(directory)).filter((one) => one.offerId !== offerId && one.name === name)
  const wished = (await waitingOffers(directory, at)).filter(
    (one) => one.offer_id !== offerId && one.terms.name === name,
  )
  if (others.length + wished.length === 0) return
  throw new Refusal('field/invalid', { field: 'packName', message: '已有同名的套餐，请换一个名称' })
}

async function requireVersion(tx: Db, offerId: string, versionNo: number | undefined): Promise<KeptOffer> {
  const offer = await requireOffer(tx, offerId)
  if (offer.versionNo !== versionNo) throw new Refusal('offer/changed')
  return offer
}

type Wanted = { wish: OfferWish; before: KeptOffer | null }

/** Does what one operator wants where one is enough, else keeps it for the second; 1 where it is done. */
async function want(deps: Deps, tx: Db, operator: Operator, { wish, before }: Wanted): Promise<0 | 1> {
  if (deps.config.pricers === 1) {
    await makeVersion(deps, tx, operator, { wish, before, proposer: null })
    return 1
  }
  const { operatorId, address } = operator
  await proposeOffer(deps, tx, operatorId, wish)
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'propose', detail: textOf({ wish, before }, true) })
  return 0
}

const textOf = ({ wish: { deed, terms, reason }, before }: Wanted, namesDeed = false): string =>
  [terms.name, namesDeed && offerDeeds[deed], changeText(termChanges(before, terms)), reason].filter(Boolean).join('　')

/** Carries out what a second operator agrees to. Throws `offer/changed` where the offer is another by now. */
export async function makeAgreed(
  deps: Deps,
  tx: Db,
  operator: Operator,
  { wish, proposer }: { wish: OfferWish; proposer: { operatorId: string; name: string } },
): Promise<void> {
  await lockCatalogue(tx)
  const before = (await findOffer(tx, wish.offerId)) ?? null
  if ((before?.versionNo ?? 0) !== wish.basedOn) throw new Refusal('offer/changed')
  const terms = before && wish.deed === 'endSale' ? endedTerms(before, deps.now()) : wish.terms
  const { offerId, basedOn, deed, reason } = wish
  await makeVersion(deps, tx, operator, { wish: { offerId, basedOn, deed, terms, reason }, before, proposer })
}

/** The operator who acts is the only one, or the second behind the one who proposed it. */
async function makeVersion(
  deps: Deps,
  tx: Db,
  { operatorId, operatorName, address }: Operator,
  { wish, before, proposer }: Wanted & { proposer: { operatorId: string; name: string } | null },
): Promise<void> {
  const { offerId, deed, reason, terms } = wish
  const { name, copies, fen, months, audience, saleBegin, saleEnd } = terms
  await keepOffer(
    deps,
    tx,
    { offerId, name, copies, fen, months, audience, saleBegin, saleEnd },
    {
      deed,
      operatorId: proposer?.operatorId ?? operatorId,
      madeBy: proposer?.name ?? operatorName,
      agreedBy: proposer ? operatorName : null,
      reason,
    },
  )
  await addOperatorLog(deps, tx, { operatorId, address, verb: verbs[deed], detail: textOf({ wish, before }) })
}
