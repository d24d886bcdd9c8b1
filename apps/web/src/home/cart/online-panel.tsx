import type { OrderDetail } from '@moqi/api/order'
import type { PayChannel, PayForm } from '@moqi/domain/orders/pay-channel'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, LoaderCircle, TriangleAlert } from 'lucide-react'
import { call } from '../../client/call.ts'
import { isWeChat } from '../../client/wechat.ts'
import { useNavigate } from '../../router/hooks.ts'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { info } from '../../ui/toast-store.ts'
import { usePayingPhone } from './use-paying-phone.ts'
import { cartKeys, cashierPath } from './cart-paths.ts'
import { PayCode } from './pay-code.tsx'
import { rereadOrders, useOrderChange } from './use-order.ts'

type OnlinePanelProps = { order: OrderDetail; cashier: OrderDetail['cashierArray'][number]; back: string | null }

/** How often a cashier is asked while the page waits for it, ms; our own calls back at once. */
const askEvery = 15_000

/** Paying at a cashier: by a code on this screen, on a page of theirs, or in the telephone in hand. */
export function OnlinePanel({ order, cashier, back }: OnlinePanelProps) {
  const { orderId, fen } = order
  const { channel, formArray, note, label } = cashier
  const navigate = useNavigate()
  const isPhone = usePayingPhone()
  const opening = useOrderChange(
    (input: { orderId: string; channel: PayChannel; form: PayForm }, key) => call('openCashier', input, { key }),
    ({ url }) => url !== null && leadTo(url, back, navigate),
  )
  const querying = useOrderChange(
    (input: { orderId: string }) => call('queryOrder', input),
    ({ orderState }) => {
      if (orderState === 'created') info('还没有查到付款。若已付款，请勿重复支付，到账后本页自动跳转')
    },
  )
  useAsking(orderId, channel !== 'demo')
  const coded = !isPhone && formArray.includes('qr')
  const blocked = isPhone && channel !== 'demo' && isWeChat(navigator.userAgent)
  const form = blocked ? undefined : formFor(formArray, isPhone)
  return (
    <div className="way-body">
      <div className={coded ? 'pay-online coded' : 'pay-online'}>
        {note !== null && (
          <p className="pay-demo">
            <TriangleAlert size={16} />
            {channel === 'demo' ? `演示环境：${note}` : note}
          </p>
        )}
        {coded && <PayCode {...{ orderId, channel, label }} />}
        <div className="pay-rest">
          <p className="pay-sum">¥{yuan(fen)}</p>
          <p className="pay-wait" role="status">
            <LoaderCircle size={16} />
            等待支付，付完自动跳转
          </p>
          {blocked && <p className="fault">微信内不能打开付款页：请点右上角“…”，选择“在浏览器打开”后支付。</p>}
          <div className="pay-acts">
            {form && (
              <Button
                variant={coded ? 'plain' : 'primary'}
                size="l"
                busy={opening.isPending}
                onClick={() => opening.mutate({ orderId, channel, form })}
              >
                {actOf(channel, coded)}
                <ArrowRight size={18} />
              </Button>
            )}
            <Button size="l" busy={querying.isPending} onClick={() => querying.mutate({ orderId })}>
              我已付款，查询结果
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}

/** What is opened by a press; a computer shows a telephone's page to nobody. */
const formFor = (forms: readonly PayForm[], isPhone: boolean): PayForm | undefined =>
  (isPhone ? (['phone', 'page'] as const) : (['page'] as const)).find((one) => forms.includes(one))

const actOf = (channel: PayChannel, coded: boolean): string => {
  if (channel === 'demo') return '打开演示收银台'
  if (channel === 'wechat') return '打开微信支付'
  return coded ? '登录支付宝付款' : '打开支付宝'
}

/** Has the server ask while one waits here: a callback may be late, or not come at all. */
function useAsking(orderId: string, isOn: boolean): void {
  useQuery({
    queryKey: cartKeys.asking(orderId),
    queryFn: async ({ signal }) => {
      const { orderState } = await call('queryOrder', { orderId }, { signal, quiet: true })
      if (orderState !== 'created') await rereadOrders()
      return orderState
    },
    enabled: isOn,
    refetchInterval: askEvery,
    retry: false,
  })
}

/** The embedded cashier is a page of ours; anybody else's is not. */
function leadTo(url: string, back: string | null, navigate: (to: string) => unknown): void {
  if (url.startsWith('/')) void navigate(cashierPath(url, back))
  else location.assign(url)
}
