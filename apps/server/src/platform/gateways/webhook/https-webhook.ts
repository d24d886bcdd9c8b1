import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { webhookLimits, type WebhookFault } from '@moqi/domain/webhooks/webhook-delivery'
import { judgedAddress, type Resolve, resolveName, wayFault } from '#src/platform/gateways/outbound/judged-address.ts'
import type { Posted, Posting, WebhookGateway } from './webhook-gateway.ts'

/**
 * Posts events over HTTPS to public addresses, and to networks the operator allows by HTTP too. A name is resolved once
 * and the connection goes to the address that was judged: a second answer of the name server's is never asked for.
 */
export const httpsWebhook = (allowed: readonly string[], resolve: Resolve = resolveName): WebhookGateway => ({
  async post(posting) {
    const signal = AbortSignal.timeout(webhookLimits.answerMs)
    try {
      const url = new URL(posting.url)
      const address = await judgedAddress(url, { allowed, resolve, signal })
      return await send({ url, address, posting, signal })
    } catch (error) {
      return { status: null, fault: signal.aborted ? 'late' : faultOf(error) }
    }
  },
})

type Sending = { url: URL; address: string; posting: Posting; signal: AbortSignal }

/** Connections are kept by address and name together, so that what was judged of one counts for no other. */
const keeping = { keepAlive: true, maxFreeSockets: 64 }
const agents = { 'http:': new http.Agent(keeping), 'https:': new https.Agent(keeping) }

async function send(sending: Sending): Promise<Posted> {
  const agent = sending.url.protocol === 'https:' ? agents['https:'] : agents['http:']
  try {
    return await sendBy(sending, agent)
  } catch (error) {
    // The receiver had closed the connection that was kept.
    if (error instanceof Stale) return sendBy(sending, false)
    throw error
  }
}

class Stale extends Error {}

class TooLarge extends Error {}

const faultOf = (error: unknown): WebhookFault => (error instanceof TooLarge ? 'large' : wayFault(error))

function sendBy({ url, address, posting, signal }: Sending, agent: http.Agent | false): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>()
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const body = Buffer.from(posting.body)
  const { request } = url.protocol === 'https:' ? https : http
  const asked = request({
    // The address itself: nothing is left to look up. Who answers must have the name's certificate.
    host: address,
    ...(isIP(name) === 0 && { servername: name }),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: {
      ...posting.headers,
      host: url.host,
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
    signal,
    agent,
  })
  asked.on('error', (error) => reject(asked.reusedSocket && isReset(error) ? new Stale() : error))
  asked.on('response', (answer) => {
    let taken = 0
    answer.on('data', (chunk: Buffer) => {
      taken += chunk.length
      if (taken > webhookLimits.answerBytes) answer.destroy(new TooLarge())
    })
    answer.on('error', reject)
    answer.on('end', () => resolve(judged(answer.statusCode ?? 0)))
  })
  asked.end(body)
  return promise
}

const isReset = (error: Error) => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function judged(status: number): Posted {
  if (status >= 200 && status < 300) return { status, fault: null }
  return { status, fault: status >= 300 && status < 400 ? 'redirect' : 'status' }
}
