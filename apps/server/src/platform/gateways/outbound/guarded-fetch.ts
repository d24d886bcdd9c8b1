import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { Barred, judgedAddress, type Resolve, resolveName } from './judged-address.ts'

/** What a fetch to somebody else's host is held to. */
export type FetchLimits = { allowed: readonly string[]; answerMs: number; answerBytes: number; resolve?: Resolve }

type Asked = { method?: string; headers?: Record<string, string>; body?: unknown }

/**
 * A `fetch` for hosts that others name: it goes to the address that was judged, follows no redirect, keeps no
 * connection, and gives up behind `answerMs` or `answerBytes`. Rejects with `Barred`, or as Node does.
 */
export const guardedFetch =
  ({ allowed, answerMs, answerBytes, resolve = resolveName }: FetchLimits) =>
  async (address: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Response> => {
    const url = new URL(address)
    const signal = AbortSignal.timeout(answerMs)
    try {
      const host = await judgedAddress(url, { allowed, resolve, signal })
      return await send(url, { host, method, headers, body: bytesOf(body), answerBytes, signal })
    } catch (error) {
      throw signal.aborted ? new Barred('late') : error
    }
  }

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined || body === null) return null
  if (body instanceof Uint8Array) return Buffer.from(body)
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString())
  throw new TypeError('a body of this kind is never sent')
}

type Sending = {
  host: string
  method: string
  headers: Record<string, string>
  body: Buffer | null
  answerBytes: number
  signal: AbortSignal
}

function send(url: URL, { host, method, headers, body, answerBytes, signal }: Sending): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const { request } = url.protocol === 'https:' ? https : http
  const asked = request({
    // The address itself: nothing is left to look up. Who answers must have the name's certificate.
    host,
    ...(isIP(name) === 0 && { servername: name }),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { ...headers, host: url.host, ...(body && { 'content-length': String(body.length) }) },
    signal,
    agent: false,
  })
  asked.on('error', reject)
  asked.on('response', (answer) => {
    const chunks: Buffer[] = []
    let taken = 0
    answer.on('data', (chunk: Buffer) => {
      taken += chunk.length
      if (taken > answerBytes) answer.destroy(new Error(`an answer of more than ${answerBytes} bytes`))
      else chunks.push(chunk)
    })
    answer.on('error', reject)
    answer.on('end', () => resolve(answerOf(answer, Buffer.concat(chunks))))
  })
  asked.end(body ?? undefined)
  return promise
}

const withoutBody = new Set([204, 205, 304])

function answerOf({ statusCode = 0, headers }: http.IncomingMessage, body: Buffer): Response {
  const known = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') known.set(name, value)
  const status = statusCode < 200 ? 502 : statusCode
  return new Response(withoutBody.has(status) ? null : Uint8Array.from(body), { status, headers: known })
}
