import type { PayChannel } from '@moqi/domain/orders/pay-channel'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cartKeys } from './cart-paths.ts'

const scanners: Readonly<Record<PayChannel, string>> = { wechat: '微信', alipay: '支付宝', demo: '手机' }
const side = 200

/** A bill ends a little before its order: then there is another code. */
const earlierMs = 45_000

/** The code that a telephone pays by; it follows the bill, and is another one when that is over. */
export function PayCode({ orderId, channel, label }: { orderId: string; channel: PayChannel; label: string }) {
  const code = useQuery({
    queryKey: cartKeys.code(orderId, channel),
    queryFn: ({ signal }) => call('openCashier', { orderId, channel, form: 'qr' }, { signal, quiet: true }),
    // One bill, however often the page is looked at.
    staleTime: ({ state: { data } }) => (data ? Math.max(0, data.endTime - earlierMs - Date.now()) : 0),
    refetchInterval: ({ state: { data } }) => (data ? Math.max(5000, data.endTime - earlierMs - Date.now()) : false),
    retry: false,
  })
  if (code.error && !code.data)
    return (
      <div className="pay-code failed" role="alert">
        <p>{code.error instanceof CallRefusal ? code.error.message : '二维码加载失败，请检查网络'}</p>
        <Button busy={code.isFetching} onClick={() => void code.refetch()}>
          {!code.isFetching && <RotateCw size={16} />}重新获取
        </Button>
      </div>
    )
  return (
    <figure className="pay-code">
      {code.data?.qrcode ? (
        <img src={code.data.qrcode} alt={`${label}付款二维码`} width={side} height={side} />
      ) : (
        <Skeleton height={side} />
      )}
      <figcaption>打开{scanners[channel]}“扫一扫”付款</figcaption>
    </figure>
  )
}
