import type { OrderDetail } from '@moqi/api/order'
import type { PayWay } from '@moqi/domain/orders/pay-way'
import { CreditCard, Landmark, QrCode, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { ChoiceRow } from './choice-row.tsx'
import { OnlinePanel } from './online-panel.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import { useOrderChange } from './use-order.ts'
import { usePayingPhone } from './use-paying-phone.ts'

type PayPanelProps = { order: OrderDetail; back: string | null }
type Cashier = OrderDetail['cashierArray'][number]

/** How one pays: each cashier and the transfer; the way chosen opens beneath it. */
export function PayPanel({ order, back }: PayPanelProps) {
  const { orderId, payWay, cashierArray, closedReason, payee } = order
  const [first] = cashierArray
  const [channel, setChannel] = useState(first?.channel)
  const isPhone = usePayingPhone()
  const choosing = useOrderChange((input: { orderId: string; payWay: PayWay }, key) =>
    call('setPayWay', input, { key }),
  )
  const shown = choosing.isPending ? choosing.variables.payWay : payWay
  const cashier = cashierArray.find((one) => one.channel === channel) ?? first
  const chooseWay = (name: PayWay) => {
    if (shown !== name) choosing.mutate({ orderId, payWay: name })
  }
  return (
    <section className="card order-pay" aria-labelledby="pay-title">
      <h2 id="pay-title" className="h2">
        支付方式
      </h2>
      <div className="ways" role="radiogroup" aria-labelledby="pay-title">
        {cashierArray.map((one) => (
          <Way
            key={one.channel}
            label={one.channel === 'demo' ? '演示收银台' : one.label}
            says={saysOf(one, isPhone)}
            mark={markOf(one, isPhone)}
            checked={shown === 'online' && one === cashier}
            onChoose={() => {
              setChannel(one.channel)
              chooseWay('online')
            }}
          />
        ))}
        {first === undefined && (
          <Way
            label="在线支付"
            says="暂未开通"
            mark={<CreditCard size={18} />}
            checked={shown === 'online'}
            onChoose={() => chooseWay('online')}
          />
        )}
        {payee && (
          <Way
            label="对公转账"
            says="10天内有效，审核后到账"
            mark={<Landmark size={18} />}
            checked={shown === 'transfer'}
            onChoose={() => chooseWay('transfer')}
          />
        )}
      </div>
      {shown === 'transfer' && payee ? (
        <TransferPanel order={order} payee={payee} />
      ) : cashier ? (
        <OnlinePanel key={cashier.channel} {...{ order, cashier, back }} />
      ) : (
        <p className="way-body fault">{closedReason}</p>
      )}
    </section>
  )
}

type WayProps = { label: string; says: string; mark: ReactNode; checked: boolean; onChoose: () => void }

const Way = ({ mark, ...way }: WayProps) => (
  <ChoiceRow
    group="pay-way"
    mark={
      <i className="icon-tile" aria-hidden="true">
        {mark}
      </i>
    }
    {...way}
  />
)

const saysOf = ({ channel, formArray }: Cashier, isPhone: boolean): string => {
  if (channel === 'demo') return '不会真实扣款，即时到账'
  return !isPhone && formArray.includes('qr') ? '手机扫码，即时到账' : '即时到账'
}

const markOf = ({ channel, formArray }: Cashier, isPhone: boolean): ReactNode => {
  if (channel === 'demo') return <CreditCard size={18} />
  return !isPhone && formArray.includes('qr') ? <QrCode size={18} /> : <Smartphone size={18} />
}
