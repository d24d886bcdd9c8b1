import { countText } from '@moqi/domain/labels/count-text'
import type { OrderDetail } from '@moqi/api/order'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { yuan } from '../../ui/amount.ts'
import { cartPath } from './cart-paths.ts'
import { rereadOrders, useOrderChange } from './use-order.ts'

/** What may be done with an order as a whole. */
export function OrderActs({ order, back }: { order: OrderDetail; back: string | null }) {
  const { orderState, refundUntil } = order
  if (orderState === 'created') return <Cancel orderId={order.orderId} />
  if (orderState === 'done' && refundUntil !== null) return <Refund order={order} />
  if (orderState === 'cancelled' || orderState === 'closed' || orderState === 'refunded')
    return (
      <span className="order-acts">
        <ButtonLink to={cartPath(back)} variant="primary">
          再次购买
        </ButtonLink>
      </span>
    )
  return null
}

function Cancel({ orderId }: { orderId: string }) {
  const cancelling = useOrderChange(
    (input: { orderId: string }, key) => call('cancelOrder', input, { key }),
    () => success('订单已取消'),
  )
  const confirm = async () => {
    const question = {
      title: '提示',
      text: '确定要取消该订单吗？',
      detail: '取消后需要重新下单；已付的款项会原路退回。',
    }
    if (await ask({ ...question, confirm: '取消订单', cancel: '再想想' })) cancelling.mutate({ orderId })
  }
  return (
    <span className="order-acts">
      <Button busy={cancelling.isPending} onClick={() => void confirm()}>
        取消订单
      </Button>
    </span>
  )
}

function Refund({ order }: { order: OrderDetail }) {
  const [asked, setAsked] = useState(false)
  const { orderId, copies, fen } = order
  return (
    <span className="order-acts">
      <Button onClick={() => setAsked(true)}>申请退款</Button>
      {asked && (
        <ReasonSheet
          draft={`refund ${orderId}`}
          question={`确定要退回${countText(copies)}份吗？`}
          consequence={`申请后这些份数立即停用，¥${yuan(fen)} 按原付款方式退回。`}
          required
          send={(reason = '', key) => call('requestRefund', { orderId, reason }, { key })}
          onDone={() => {
            setAsked(false)
            success('已申请退款')
            void rereadOrders()
          }}
          onRefused={(refusal) => {
            setAsked(false)
            showRefusal(refusal)
            void rereadOrders()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </span>
  )
}
