import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#src/platform/config.ts'

/** Addresses beside our own that a page needs, empty where there is none. */
export type PageSources = Pick<Config, 'apiUrl' | 'staticUrl'> & { companionUrl?: string }

/** An origin as a source of the policy, behind those that stand there. */
const beside = (...urls: readonly string[]) =>
  urls
    .filter(Boolean)
    .map((url) => ` ${new URL(url).origin}`)
    .join('')

/**
 * For pages: scripts only from here and where the decoders of pictures lie, none inline; a library's injected styles
 * carry the nonce (invariant 9). `framers`: origins whose pages may frame it.
 */
export const pagePolicy = (
  nonce: string,
  { apiUrl, staticUrl, companionUrl = '' }: PageSources,
  framers: readonly string[] = [],
) =>
  [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval'${beside(staticUrl)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data: blob:",
    "worker-src 'self' blob:",
    `connect-src 'self'${beside(apiUrl, staticUrl, companionUrl)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers.length > 0 ? framers.join(' ') : "'none'"}`,
  ].join('; ')

const partsOfPages = new WeakSet<FastifyReply>()

/**
 * Says that an answer is a script, style or drawing of the web app. A page's policy binds it already, and headers that
 * only documents heed would be longer than many such a file: it is sent with `nosniff` and what it has itself.
 */
export function sendAsPartOfPage(reply: FastifyReply): FastifyReply {
  partsOfPages.add(reply)
  return reply
}

const framedPages = new WeakSet<FastifyReply>()

/** Says that a page may be framed by those its policy names: the older header knows only nobody. */
export function sendAsFramedPage(reply: FastifyReply): FastifyReply {
  framedPages.add(reply)
  return reply
}

type Transport = Pick<Config, 'secureSubdomains'>

const transportSecurity = ({ secureSubdomains }: Transport) =>
  `max-age=31536000${secureSubdomains ? '; includeSubDomains' : ''}`

/** Headers for every answer; a page replaces the policy with its own. */
export function secure(app: FastifyInstance, config: Transport): void {
  app.addHook('onSend', async (request, reply) => addSecurityHeaders(request, reply, config))
}

/** The same by hand, for the answers no hook sees. */
export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply, config: Transport): void {
  reply.header('x-content-type-options', 'nosniff')
  if (partsOfPages.has(reply)) return
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  }
  reply.header('cross-origin-resource-policy', 'same-origin')
  // Of documents alone: what the API answers in JSON leads nowhere, opens no window, asks for no device, and is kept
  // from frames by its policy. Every call of every page would pay for the rest.
  if (!String(reply.getHeader('content-type')).startsWith('application/json')) {
    reply.header('referrer-policy', 'no-referrer')
    if (!framedPages.has(reply)) reply.header('x-frame-options', 'DENY')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  }
  if (request.protocol === 'https') reply.header('strict-transport-security', transportSecurity(config))
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
}
