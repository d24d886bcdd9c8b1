import type { OrderDetail } from '@moqi/api/order'
import type { PayWay } from '@moqi/domain/orders/pay-way'
import { ArrowRight, CreditCard, Landmark, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../client/call.ts'
import { useNavigate } from '../../router/hooks.ts'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { info } from '../../ui/toast-store.ts'
import { cashierPath } from './cart-paths.ts'
import { ChoiceRow } from './choice-row.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import { useOrderChange } from './use-order.ts'

type PayPanelProps = { order: OrderDetail; back: string | null }

/** How one pays: the way chosen opens beneath it. */
export function PayPanel({ order, back }: PayPanelProps) {
  const { orderId, payWay, cashier, payee } = order
  const choosing = useOrderChange((input: { orderId: string; payWay: PayWay }, key) =>
    call('setPayWay', input, { key }),
  )
  const shown = choosing.isPending ? choosing.variables.payWay : payWay
  const way = (name: PayWay, mark: ReactNode, label: string, says: string) => (
    <ChoiceRow
      group="pay-way"
      mark={
        <i className="icon-tile" aria-hidden="true">
          {mark}
        </i>
      }
      {...{ label, says }}
      checked={shown === name}
      onChoose={() => choosing.mutate({ orderId, payWay: name })}
    />
  )
  return (
    <section className="card order-pay" aria-labelledby="pay-title">
      <h2 id="pay-title" className="h2">
        支付方式
      </h2>
      <div className="ways" role="radiogroup" aria-labelledby="pay-title">
        {way(
          'online',
          <CreditCard size={18} />,
          cashier.isDemo === 1 ? '演示收银台' : '在线支付',
          cashier.isDemo === 1 ? '不会真实扣款，即时到账' : '30分钟内有效，即时到账',
        )}
        {payee && way('transfer', <Landmark size={18} />, '对公转账', '10天内有效，审核后到账')}
      </div>
      {shown === 'transfer' && payee ? (
        <TransferPanel order={order} payee={payee} />
      ) : (
        <Online order={order} back={back} />
      )}
    </section>
  )
}

function Online({ order, back }: PayPanelProps) {
  const { orderId, fen, cashier } = order
  const navigate = useNavigate()
  const opening = useOrderChange(
    (input: { orderId: string }, key) => call('openCashier', input, { key }),
    ({ url }) => leadTo(url, back, navigate),
  )
  const querying = useOrderChange(
    (input: { orderId: string }) => call('queryOrder', input),
    ({ orderState }) => {
      if (orderState === 'created') info('还没有查到付款。若已付款，请勿重复支付，到账后本页自动跳转')
    },
  )
  if (cashier.closedReason !== null) return <p className="way-body fault">{cashier.closedReason}</p>
  return (
    <div className="way-body">
      <div className="pay-online">
        {cashier.isDemo === 1 && (
          <p className="pay-demo">
            <TriangleAlert size={16} />
            演示环境：付款由演示收银台模拟，不连接支付宝与微信，不会真实扣款。
          </p>
        )}
        <p className="pay-sum">¥{yuan(fen)}</p>
        <p className="pay-wait" role="status">
          <LoaderCircle size={16} />
          等待支付，付完自动跳转
        </p>
        <div className="pay-acts">
          <Button variant="primary" size="l" busy={opening.isPending} onClick={() => opening.mutate({ orderId })}>
            {cashier.isDemo === 1 ? '打开演示收银台' : '去付款'}
            <ArrowRight size={18} />
          </Button>
          <Button size="l" busy={querying.isPending} onClick={() => querying.mutate({ orderId })}>
            我已付款，查询结果
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The embedded cashier is a page of ours; anybody else's is not. */
function leadTo(url: string, back: string | null, navigate: (to: string) => unknown): void {
  if (url.startsWith('/')) void navigate(cashierPath(url, back))
  else location.assign(url)
}
