import { dayMs, daysInMonth, shanghaiDate, startOfDayShanghai } from '../time/civil-date.ts'
import type { SpaceType } from '../spaces/space-name.ts'

/** Whom an offer is for. */
export const offerAudiences = ['person', 'company', 'all'] as const
/** One of them. */
export type OfferAudience = (typeof offerAudiences)[number]
/** Audiences as pages name them. */
export const offerAudienceLabels: Readonly<Record<OfferAudience, string>> = {
  person: '个人',
  company: '企业',
  all: '个人与企业',
}

/**
 * A pack on offer: copies in 份, the price in 分, how many months it holds, and when it is sold, ms; null is no end. One
 * that costs nothing is a trial (`isTrial`), and of no months holds for ever.
 */
export type PackOffer = {
  readonly offerId: string
  readonly name: string
  readonly copies: number
  readonly fen: number
  readonly months: number
  readonly audience: OfferAudience
  readonly saleBegin: number | null
  readonly saleEnd: number | null
}

/** 体验: what costs nothing is not ordered but given, once a space, after its first authentication (domain 5.9). */
export const isTrial = ({ fen }: Pick<PackOffer, 'fen'>): boolean => fen === 0

const pack = (offerId: string, name: string, copies: number, fen: number, audience: OfferAudience): PackOffer => ({
  offerId,
  name,
  copies,
  fen,
  months: 12,
  audience,
  saleBegin: null,
  saleEnd: null,
})

/** What a new platform sells until its operator says otherwise (domain 5.9). */
export const firstOffers: readonly PackOffer[] = [
  {
    offerId: 'trial-5',
    name: '体验5份',
    copies: 5,
    fen: 0,
    months: 0,
    audience: 'all',
    saleBegin: null,
    saleEnd: null,
  },
  pack('person-20', '个人20份', 20, 9900, 'person'),
  pack('company-100', '企业100份', 100, 59_900, 'company'),
  pack('company-500', '企业500份', 500, 249_900, 'company'),
  pack('company-2000', '企业2000份', 2000, 799_900, 'company'),
]

/** Whether a space of that kind may buy it at `now`, or is given it, if it is a trial. */
export const isOnSale = (
  { audience, saleBegin, saleEnd }: Pick<PackOffer, 'audience' | 'saleBegin' | 'saleEnd'>,
  spaceType: SpaceType,
  now: number,
): boolean =>
  (audience === 'all' || audience === spaceType) &&
  (saleBegin === null || saleBegin <= now) &&
  (saleEnd === null || now < saleEnd)

/** Where the sale of an offer stands. */
export type OfferState = 'coming' | 'onSale' | 'ended'
/** As pages name it. */
export const offerStateLabels: Readonly<Record<OfferState, string>> = {
  coming: '待开售',
  onSale: '在售',
  ended: '已停售',
}

/** Where the sale of an offer stands at `now`. */
export function offerState({ saleBegin, saleEnd }: Pick<PackOffer, 'saleBegin' | 'saleEnd'>, now: number): OfferState {
  if (saleEnd !== null && saleEnd <= now) return 'ended'
  return saleBegin !== null && saleBegin > now ? 'coming' : 'onSale'
}

/** When a pack of so many months ends that is credited at `now`, ms: with the last second of a day in Shanghai. */
export function packEnd(months: number, now: number): number {
  const { year, month, day } = shanghaiDate(now)
  const index = year * 12 + (month - 1) + months
  const last = { year: Math.floor(index / 12), month: (index % 12) + 1 }
  const date = { ...last, day: Math.min(day, daysInMonth(last.year, last.month)) }
  return startOfDayShanghai(date) + dayMs - 1000
}
