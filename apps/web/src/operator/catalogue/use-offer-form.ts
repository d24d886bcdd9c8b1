import type { CatalogueOffer } from '@moqi/api/catalogue'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { type OfferTerms, termChanges, termFaults } from '@moqi/domain/orders/offer-terms'
import { fenOf } from '@moqi/domain/orders/yuan-text'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { typedAmount } from '../../ui/amount.ts'

/** An offer as it is typed. */
export type TypedOffer = Pick<CatalogueOffer, 'packName' | 'audience'> &
  Record<'copies' | 'price' | 'months' | 'begin' | 'end' | 'reason', string>

/** A time as the browser's field has it, in Shanghai; empty for none. */
const typedTime = (time: number | null) => (time === null ? '' : formatDate(time, '{y}-{m}-{d}T{h}:{i}'))
const readTime = (typed: string) => (typed === '' ? null : Date.parse(`${typed}:00+08:00`))

/** What nobody has changed stays to the second. */
const timeOf = (typed: string, known: number | null | undefined) =>
  known !== undefined && typed === typedTime(known) ? known : readTime(typed)

const blank: TypedOffer = {
  packName: '',
  copies: '',
  price: '',
  months: '12',
  audience: 'company',
  begin: '',
  end: '',
  reason: '',
}

const typedOf = (offer: CatalogueOffer): TypedOffer => ({
  packName: offer.packName,
  copies: String(offer.copies),
  price: typedAmount(offer.fen),
  months: String(offer.months),
  audience: offer.audience,
  begin: typedTime(offer.saleBegin),
  end: typedTime(offer.saleEnd),
  reason: '',
})

/** An offer as the wire has it, as what the domain compares. */
const termsOf = ({ packName, copies, fen, months, audience, saleBegin, saleEnd }: CatalogueOffer): OfferTerms => {
  return { name: packName, copies, fen, months, audience, saleBegin, saleEnd }
}

const wholeOf = (typed: string) => (/^\d{1,9}$/.test(typed) ? Number(typed) : -1)

/** An offer that is written, null a new one: what it says, what is wrong with it, what it changes. */
export function useOfferForm(offer: CatalogueOffer | null) {
  const [typed, setTyped] = useState<TypedOffer>(() => (offer ? typedOf(offer) : blank))
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const before = offer && termsOf(offer)
  const terms: OfferTerms = {
    name: typed.packName.trim(),
    copies: wholeOf(typed.copies),
    fen: fenOf(typed.price) ?? -1,
    months: wholeOf(typed.months),
    audience: typed.audience,
    saleBegin: timeOf(typed.begin, offer?.saleBegin),
    saleEnd: timeOf(typed.end, offer?.saleEnd),
  }
  /** The input of the calls, or null where something is wrong, which is said; `withReason` asks for one too. */
  function checked(withReason: boolean) {
    const found: Partial<Record<string, string>> = {}
    for (const { field, message } of termFaults(terms, before, Date.now())) found[field] ??= message
    const why = checkReason(typed.reason)
    if (withReason && !why.ok) found['reason'] = why.message
    if (Object.keys(found).length === 0 && termChanges(before, terms).length === 0) {
      found['packName'] = '内容没有变化，无需提交'
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return null
    const { name: packName, copies, fen, months, audience, saleBegin, saleEnd } = terms
    return { packName, copies, fen, months, audience, saleBegin, saleEnd }
  }
  return {
    typed,
    faults,
    setFaults,
    checked,
    change: (change: Partial<TypedOffer>) => {
      setTyped({ ...typed, ...change })
      setFaults({})
    },
  }
}
