import { deliveryFault } from '@moqi/domain/messages/delivery-fault'
import { Refusal } from '@moqi/domain/refusal'
import { NoAnswer } from '@moqi/trust/http/bounded-answer'
import { AuthorityUnreachable, TimestampRefusal } from '@moqi/trust/timestamp/request-token'
import { plainSentence } from '#src/platform/operation/plain-sentence.ts'
import { GatewayFault } from './gateway-fault.ts'

/** Why a gateway gave no answer, in words for an operator, with its own words without what they quote of anybody. */
export function gatewayFault(error: unknown): string {
  if (!(error instanceof Error)) return '未知错误'
  const own = plainSentence(error.message.split('\n')[0] ?? '').slice(0, 200)
  const what = meaningOf(error)
  return own === '' ? what : `${what}（${own}）`
}

function meaningOf(error: Error): string {
  if (error instanceof AuthorityUnreachable || error instanceof NoAnswer) return '没有应答，请检查地址、网络与对方服务'
  if (error instanceof TimestampRefusal) return '拒绝了请求，或应答不可信'
  if (error instanceof GatewayFault) {
    if (error.passing) return '没有应答或暂时繁忙，稍后会自动再试'
    const known = deliveryFault(error.message)
    return known.startsWith('网关未能送达') ? '拒绝了请求' : known
  }
  if (error instanceof Refusal) return '暂时不可用'
  return '请求失败'
}
