import type { CatalogueOffer } from '@moqi/api/catalogue'
import { isTrial, type OfferState, offerStateLabels } from '@moqi/domain/orders/pack-offer'
import { formatDate } from '@moqi/domain/time/format-date'
import { yuan } from '../../ui/amount.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

const tones: Readonly<Record<OfferState, Tone>> = { coming: 'blue', onSale: 'green', ended: 'void' }

/** Where the sale of an offer stands. */
export const OfferTag = ({ state }: { state: OfferState }) => <Tag tone={tones[state]}>{offerStateLabels[state]}</Tag>

/** The page of one offer. */
export const offerPath = (offerId: string): string => `/catalogue/one?${new URLSearchParams({ offerId })}`

/** What an offer costs, in 元. */
export const priceText = ({ fen }: Pick<CatalogueOffer, 'fen'>): string =>
  isTrial({ fen }) ? '免费体验' : `${yuan(fen)}元`

/** For how long a pack holds. */
export const monthsText = ({ months }: Pick<CatalogueOffer, 'months'>): string =>
  months === 0 ? '长期有效' : `${months}个月`

const minute = (time: number) => formatDate(time, '{y}-{m}-{d} {h}:{i}')

/** From when to when an offer is sold. */
export function saleText({ saleBegin, saleEnd }: Pick<CatalogueOffer, 'saleBegin' | 'saleEnd'>): string {
  if (saleBegin === null) return saleEnd === null ? '不限' : `至 ${minute(saleEnd)}`
  return saleEnd === null ? `${minute(saleBegin)} 起` : `${minute(saleBegin)} 至 ${minute(saleEnd)}`
}
