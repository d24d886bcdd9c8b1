import { refusalAnswers } from '@moqi/api/refusal-answers'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import type { FastifyInstance } from 'fastify'
import { settlePayment } from '#src/cores/order/settle-payment.ts'
import type { Deps } from '#src/platform/deps.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { cashierOf, noticePath } from '#src/platform/gateways/payment/payment-gateway.ts'
import { addressLimiter } from './address-limit.ts'
import { noteRefusal } from './request-log.ts'

const largestNotice = 64 * 1024
/** Of one address; whoever is told to wait calls back again. */
const noticeLimit = { count: 600, seconds: 60 }

/** What cashiers are answered: HTTP, as they understand no envelope. */
const statuses: Partial<Record<RefusalCode, number>> = {
  'payment/not-found': 404,
  'payment/forged': 401,
  'request/too-often': 429,
}

/**
 * Where cashiers call back, each in its own protocol: signed are the bytes and headers as they come, heard is a status
 * of 200 with the word `success`, and anything else makes them call again.
 */
export function hearCashiers(app: FastifyInstance, deps: Deps): void {
  const limit = addressLimiter(deps.now)
  void app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestNotice }, (_request, body, done) =>
      done(null, body),
    )
    door.setErrorHandler((error: unknown, request, reply) => {
      if (error instanceof Refusal) noteRefusal(request, error.code)
      const status = statusOf(error)
      if (status >= 500) deps.log(`a cashier's callback ${request.id} failed`, error)
      const message = error instanceof Refusal ? refusalAnswers[error.code].text(error.detail) : '暂时无法处理'
      return reply.code(status).send({ code: 'FAIL', message })
    })
    const config = { call: 'noticePayment' }
    door.post<{ Params: { channel: string } }>(noticePath(':channel'), { config }, async (request, reply) => {
      limit(request, noticeLimit)
      const cashier = cashierOf(deps.cashiers, request.params.channel)
      if (!cashier || cashier.closed !== null) throw new Refusal('payment/not-found')
      const { headers, body } = request
      const notice = await cashier.read({ headers, body: typeof body === 'string' ? body : '' })
      if (notice) await settlePayment(deps, cashier, notice)
      return reply.type('text/plain; charset=utf-8').send('success')
    })
  })
}

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return statuses[error.code] ?? 422
  if (error instanceof GatewayFault) return 503
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 600 ? status : 500
}
