import { countText } from '@moqi/domain/labels/count-text'
import type { Offer } from '@moqi/api/order'
import { Check } from 'lucide-react'
import { yuan } from '../../ui/amount.ts'
import { paceOf } from './pace.ts'

type PackChoiceProps = {
  offerArray: readonly Offer[]
  monthlyUse: number
  /** What suits the space's own pace. */
  fitting: string | null
  chosen: string
  onChoose: (offerId: string) => void
}

/** The packs side by side: copies, price, and how long they last here. */
export function PackChoice({ offerArray, monthlyUse, fitting, chosen, onChoose }: PackChoiceProps) {
  return (
    <fieldset className={offerArray.length > 1 ? 'packs' : 'packs packs-one'}>
      <legend className="sr">套餐</legend>
      {offerArray.map((offer) => (
        <label key={offer.offerId} className="pack">
          <input
            type="radio"
            name="pack"
            className="sr"
            checked={offer.offerId === chosen}
            onChange={() => onChoose(offer.offerId)}
          />
          <span className="pack-name">
            {offer.packName}
            {offer.offerId === fitting && <span className="pack-best">合您的用量</span>}
          </span>
          <span className="pack-copies">
            <b>{countText(offer.copies)}</b> 份
          </span>
          <span className="pack-price">
            ¥{yuan(offer.fen)}
            <span>约 ¥{yuan(Math.round(offer.fen / offer.copies))}/份</span>
          </span>
          <span className="pack-fit">
            <span>到账之日起{offer.months}个月有效</span>
            <span>{paceOf(offer, monthlyUse) ?? `平均每月可发${Math.floor(offer.copies / offer.months)}份左右`}</span>
          </span>
          <i className="pack-mark" aria-hidden="true">
            <Check size={14} strokeWidth={3} />
          </i>
        </label>
      ))}
    </fieldset>
  )
}
