import { lengthOf } from '../contract/draft-text.ts'
import { isOneLine, notOneLine } from '../text/one-line.ts'
import { formatDate } from '../time/format-date.ts'
import { isTrial, offerAudienceLabels, type PackOffer } from './pack-offer.ts'
import { yuanText } from './yuan-text.ts'

/** What an operator says of an offer: all but which one it is. */
export type OfferTerms = Omit<PackOffer, 'offerId'>

/** What was done to an offer, as its versions and the operators' record name it. */
export const offerDeeds = { add: '新增套餐', change: '修改套餐', endSale: '套餐停售' } as const
/** A key of `offerDeeds`. */
export type OfferDeed = keyof typeof offerDeeds

/** The most an offer may be: characters of its name, 份, 分 and months. */
export const offerLimits = { name: 20, copies: 100_000, fen: 100_000_000, months: 36 } as const

/** A field of a form or a call that is wrong. */
export type TermFault = {
  readonly field: 'packName' | 'copies' | 'fen' | 'months' | 'audience' | 'saleBegin' | 'saleEnd'
  readonly message: string
}

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

function nameFault(name: string): string | null {
  if (!isOneLine(name)) return notOneLine('套餐名称')
  const length = lengthOf(name)
  return length >= 2 && length <= offerLimits.name ? null : `套餐名称需为2-${offerLimits.name}个字`
}

function windowFault({ saleBegin, saleEnd }: OfferTerms, before: OfferTerms | null, now: number): string | null {
  if (saleEnd === null || saleEnd === before?.saleEnd) return null
  if (saleEnd <= now) return '停售时间需晚于现在；要立即停售，请使用“停售”'
  return saleBegin !== null && saleEnd <= saleBegin ? '停售时间需晚于开售时间' : null
}

/**
 * What is wrong with an offer as an operator wants it, in the order of the form; `before` is what it is now, null of a
 * new one. A trial stays a trial and what is sold stays so: they are counted differently.
 */
export function termFaults(terms: OfferTerms, before: OfferTerms | null, now: number): TermFault[] {
  const faults: TermFault[] = []
  const add = (field: TermFault['field'], message: string | null) => {
    if (message !== null) faults.push({ field, message })
  }
  const { copies, fen, months } = terms
  const { copies: mostCopies, fen: mostFen, months: mostMonths } = offerLimits
  add('packName', nameFault(terms.name))
  add('copies', isWhole(copies, 1, mostCopies) ? null : `份数为1至${mostCopies}的整数`)
  const fits = isWhole(fen, 0, mostFen)
  add('fen', fits ? null : `价格为0至${yuanText(mostFen)}元，最多两位小数`)
  if (fits && before !== null && isTrial(before) !== isTrial(terms)) {
    add('fen', isTrial(before) ? '体验套餐的价格为0，收费的请另建套餐' : '收费套餐的价格不能为0，免费体验请另建套餐')
  }
  const least = isTrial(terms) ? 0 : 1
  add('months', isWhole(months, least, mostMonths) ? null : `有效期为${least}至${mostMonths}个月`)
  add('saleEnd', windowFault(terms, before, now))
  return faults
}

/** A line of a change: what it was, null of a new offer, and what it is to be. */
export type TermChange = { readonly label: string; readonly before: string | null; readonly after: string }

const moment = (at: number) => formatDate(at, '{y}-{m}-{d} {h}:{i}')

const lines: readonly (readonly [label: string, text: (terms: OfferTerms) => string])[] = [
  ['名称', ({ name }) => name],
  ['份数', ({ copies }) => `${copies}份`],
  ['价格', (terms) => (isTrial(terms) ? '免费体验' : `${yuanText(terms.fen)}元`)],
  ['有效期', ({ months }) => (months === 0 ? '长期有效' : `${months}个月`)],
  ['对象', ({ audience }) => offerAudienceLabels[audience]],
  ['开售', ({ saleBegin }) => (saleBegin === null ? '不限' : moment(saleBegin))],
  ['停售', ({ saleEnd }) => (saleEnd === null ? '不限' : moment(saleEnd))],
]

/** What a change comes to, line by line; of a new offer all of it, of one that stays as it is nothing. */
export const termChanges = (before: OfferTerms | null, after: OfferTerms): TermChange[] =>
  lines
    .map(([label, text]) => ({ label, before: before && text(before), after: text(after) }))
    .filter((line) => line.before !== line.after)

/** The same as a sentence of logs and lists. */
export const changeText = (changes: readonly TermChange[]): string =>
  changes
    .map(({ label, before, after }) => (before === null ? `${label}${after}` : `${label}由${before}改为${after}`))
    .join('，')
