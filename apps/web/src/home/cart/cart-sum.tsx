import { countText } from '@moqi/domain/labels/count-text'
import type { Offer } from '@moqi/api/order'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { packEnd } from '@moqi/domain/orders/pack-offer'
import { orderLimits } from '@moqi/domain/orders/pay-way'
import { formatDate } from '@moqi/domain/time/format-date'
import { Minus, Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Money } from './money.tsx'

type CartSumProps = {
  offer: Offer
  quantity: number
  shop: Pick<Output<Table['listOffers']>, 'surplus' | 'transfer' | 'cashierArray'>
  onQuantity: (quantity: number) => void
  busy: boolean
  onOrder: () => void
}

/** What is ordered and what it comes to; on a phone the sum and the button stay above the tabs. */
export function CartSum({ offer, quantity, shop, onQuantity, busy, onOrder }: CartSumProps) {
  const now = useNow()
  const { copies, months, fen } = offer
  const many = copies * quantity
  const ways = [...shop.cashierArray, ...(shop.transfer === 1 ? ['对公转账'] : [])]
  return (
    <section className="card cart-pay" aria-label="结算">
      <div className="spread">
        <span id="cart-quantity">购买数量</span>
        <span className="quantity" role="group" aria-labelledby="cart-quantity">
          <button type="button" aria-label="减少" disabled={quantity === 1} onClick={() => onQuantity(quantity - 1)}>
            <Minus size={16} />
          </button>
          <b aria-live="polite">{quantity}</b>
          <button
            type="button"
            aria-label="增加"
            disabled={quantity >= orderLimits.quantity}
            onClick={() => onQuantity(quantity + 1)}
          >
            <Plus size={16} />
          </button>
        </span>
      </div>
      <Facts
        className="sum-facts"
        facts={[
          ['到账份数', `${countText(many)} 份`],
          ['今日到账，有效期至', formatDate(packEnd(months, now), '{y}-{m}-{d}')],
          ['购买后共剩余', `${countText(shop.surplus + many)} 份`],
        ]}
      />
      <div className="cart-foot">
        <p className="cart-total">
          <span>应付</span>
          <Money fen={fen * quantity} />
        </p>
        <Button variant="primary" size="l" block busy={busy} onClick={onOrder}>
          提交订单
        </Button>
      </div>
      <p className="small muted">支持{ways.join('、')}。提交订单后再付款，付款前可取消。</p>
    </section>
  )
}
