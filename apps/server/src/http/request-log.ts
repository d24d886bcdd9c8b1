import type { IncomingMessage } from 'node:http'
import type { RefusalCode } from '@moqi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#src/platform/deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the call table; absent of what is no call. */
    call?: string
  }
}

const idBytes = 16
/** Ids that are drawn at a time: drawing costs more than writing one. */
const drawnIds = 256

/** What names a request in the log: the id the proxy gave it, if it looks like one, else a new one. */
export function requestIds(random: Deps['random']): (request: IncomingMessage) => string {
  let drawn: Buffer = Buffer.alloc(0)
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[0-9a-f-]{16,36}$/.test(given)) return given
    if (drawn.length === 0) drawn = random(idBytes * drawnIds)
    const id = drawn.toString('hex', 0, idBytes)
    drawn = drawn.subarray(idBytes)
    return id
  }
}

const refusals = new WeakMap<FastifyRequest, RefusalCode>()

/** Says which refusal a request is answered with, for its line in the log. */
export const noteRefusal = (request: FastifyRequest, reason: RefusalCode): void => void refusals.set(request, reason)

/** Which refusal a request was answered with, null where it was none. */
export const refusalOf = (request: FastifyRequest): RefusalCode | null => refusals.get(request) ?? null

/** Whether whoever asked is gone, so that what fails now is nobody's fault. */
export const isGone = ({ raw }: FastifyRequest): boolean => raw.socket.destroyed || (raw.destroyed && !raw.complete)

/**
 * One line a call, with its outcome and how long it took, and the same counted. `gone` is who did not wait for the
 * answer. What is no call has a line when it failed. Every answer names its request.
 */
export function logRequests(app: FastifyInstance, { log, metrics }: Pick<Deps, 'log' | 'metrics'>): void {
  const ended = new WeakSet<FastifyRequest>()

  /** An answer nobody waits for may end twice, or never. */
  function end(request: FastifyRequest, reply: FastifyReply, reason: string | undefined): void {
    if (ended.has(request)) return
    ended.add(request)
    metrics.inFlight.dec()
    const { call } = request.routeOptions.config
    const status = reply.statusCode
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    metrics.requests.inc({ call: call ?? 'page', result: reason ?? String(status) })
    if (call && !isStream) metrics.latency.observe({ call }, reply.elapsedTime / 1000)
    if (!call && status < 500) return
    const ms = Math.round(reply.elapsedTime)
    log('request', { requestId: request.id, call, method: request.method, status, ms, reason }, 'info')
  }

  app.addHook('onRequest', async (request, reply) => {
    metrics.inFlight.inc()
    reply.raw.once('close', () => end(request, reply, 'gone'))
    // A page's line is written of a fault alone, and its many files are counted to the byte.
    if (request.routeOptions.config.call) reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => end(request, reply, refusals.get(request)))
}
