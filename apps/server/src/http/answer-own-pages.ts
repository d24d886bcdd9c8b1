import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config.ts'

/** What pages send and read beside what a browser allows anyway. */
const sent =
  'accept-language, authorization, cache-control, content-type, idempotency-key, range, x-device, x-idle, x-tenant-id'
const read = 'accept-ranges, content-disposition, content-length, content-range, retry-after'
const keptSeconds = 7200

/**
 * Where the API or static files have an origin of their own, answers our pages there, which are at `publicUrl`, and
 * nobody else's. Cookies never go along: a bearer token opens, and is no other page's to send (invariant 9).
 */
export function answerOwnPages(app: FastifyInstance, { apiUrl, staticUrl, publicUrl }: Config): void {
  const pages = new URL(publicUrl).origin
  if ([apiUrl, staticUrl].every((url) => url === '' || new URL(url).origin === pages)) return
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin')
    if (request.headers.origin !== pages) return undefined
    reply.header('access-control-allow-origin', pages).header('access-control-expose-headers', read)
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', sent)
      .header('access-control-max-age', keptSeconds)
      .code(204)
      .send()
  })
}
