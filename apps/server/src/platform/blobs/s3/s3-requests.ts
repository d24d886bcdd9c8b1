import { AwsV4Signer } from 'aws4fetch'
import { hash } from 'node:crypto'
import { Agent as PlainAgent, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { BlobStoreAway } from '../blob-store.ts'
import type { S3Settings } from './s3-settings.ts'

/** One request; `key` is without the prefix, or empty for the bucket itself. */
export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

/** An answer; of 5xx and 429 there is none. */
export type S3Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** Asks one store. */
export type S3Requests = {
  /** Asks, again where that may help. Throws `BlobStoreAway` when nothing helped. */
  ask: (request: S3Request) => Promise<S3Answer>
  close: () => void
}

const attempts = 4
const firstPauseMs = 100
/** Without a byte for so long a connection is given up; a whole attempt may take six times that. */
const silenceMs = 10_000
const largestAnswer = 1024 ** 3

/** A download that broke off: what came, and of which object. */
class Cut extends Error {
  readonly parts: Buffer[]
  readonly etag: string
  constructor(cause: unknown, parts: Buffer[], etag: string) {
    super('an answer broke off', { cause })
    this.parts = parts
    this.etag = etag
  }
}

/**
 * Requests signed with AWS Signature Version 4, the body's hash among what is signed (no chunked signing, which OSS and
 * COS refuse), on connections that are kept. A download that breaks off goes on where it was.
 */
export function s3Requests(settings: S3Settings): S3Requests {
  const secure = settings.endpoint.startsWith('https:')
  const ca = settings.certificateAuthority
  const agent = secure
    ? new SecureAgent({ keepAlive: true, ...(ca !== null && { ca }) })
    : new PlainAgent({ keepAlive: true })

  async function once(request: S3Request, resumed: Cut | null): Promise<S3Answer> {
    const at = resumed?.parts.reduce((sum, part) => sum + part.length, 0) ?? 0
    const range = resumed && at > 0 ? { range: `bytes=${at}-`, 'if-match': resumed.etag } : {}
    const { url, headers } = await signed(settings, { ...request, headers: { ...request.headers, ...range } })
    const answer = await send(secure, { agent, url, method: request.method, headers }, request.body)
    if (answer.status === 206 && resumed)
      return { ...answer, status: 200, body: Buffer.concat([...resumed.parts, answer.body]) }
    return answer
  }

  async function attempt(request: S3Request, resumed: Cut | null): Promise<Attempt> {
    try {
      const answer = await once(request, resumed)
      if (answer.status < 500 && answer.status !== 429 && !isOutdated(answer, resumed)) return { answer }
      const failure = new Error(`${answer.status} ${answer.body.toString('utf8', 0, 300)}`)
      return { failure, resumed: isOutdated(answer, resumed) ? null : resumed }
    } catch (failure) {
      return { failure, resumed: goingOn(request, resumed, failure) }
    }
  }

  return {
    async ask(request) {
      let resumed: Cut | null = null
      for (let count = 1; ; count++) {
        const made: Attempt = await attempt(request, resumed)
        if ('answer' in made) return made.answer
        if (count === attempts) {
          throw new BlobStoreAway(`the object store does not answer ${request.method}`, { cause: made.failure })
        }
        resumed = made.resumed
        await pause(firstPauseMs * 4 ** (count - 1) * (0.5 + Math.random() / 2))
      }
    },
    close: () => agent.destroy(),
  }
}

/** An answer, or why there is none and what of it has come already. */
type Attempt = { answer: S3Answer } | { failure: unknown; resumed: Cut | null }

/** The object is another one by now, or the store knows no ranges: what has come is of no use. */
const isOutdated = ({ status }: S3Answer, resumed: Cut | null) => resumed !== null && (status === 412 || status === 416)

function goingOn({ method }: S3Request, resumed: Cut | null, failure: unknown): Cut | null {
  if (method !== 'GET' || !(failure instanceof Cut)) return resumed
  if (failure.etag === '') return null
  return new Cut(failure.cause, [...(resumed?.parts ?? []), ...failure.parts], failure.etag)
}

async function signed(
  { endpoint, addressing, bucket, prefix, region, key }: S3Settings,
  { method, key: object, query = {}, headers = {}, body }: S3Request,
): Promise<{ url: URL; headers: Record<string, string> }> {
  const url = new URL(endpoint)
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`
  else url.pathname = `/${bucket}`
  if (object !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}/${prefix}${object}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? Buffer.alloc(0), 'hex') },
    accessKeyId: key.id,
    secretAccessKey: key.secret,
    service: 's3',
    region,
  })
  const ready = await signer.sign()
  return { url: ready.url, headers: Object.fromEntries(ready.headers) }
}

type Sending = { agent: SecureAgent | PlainAgent; url: URL; method: string; headers: Record<string, string> }

function send(secure: boolean, { agent, url, method, headers }: Sending, body?: Buffer): Promise<S3Answer> {
  return new Promise((resolve, reject) => {
    const sized = body ? { 'content-length': String(body.length) } : {}
    const options = {
      agent,
      method,
      headers: { ...headers, ...sized },
      timeout: silenceMs,
      ...(url.hostname.endsWith('.localhost') && { lookup: loopback }),
      signal: AbortSignal.timeout(6 * silenceMs),
    }
    const request = (secure ? requestSecure : requestPlain)(url, options, (response) => {
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length > largestAnswer) request.destroy(new Error('an answer beyond any object of ours'))
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers: given } = response
        if (response.complete) resolve({ status, headers: given, body: Buffer.concat(parts) })
      })
      response.on('close', () => {
        const etag = response.statusCode === 200 || response.statusCode === 206 ? (response.headers.etag ?? '') : ''
        reject(new Cut('closed', parts, etag))
      })
      response.on('error', () => {})
    })
    request.on('timeout', () => request.destroy(new Error(`no byte for ${silenceMs} ms`)))
    request.on('error', reject)
    request.end(body)
  })
}

/** RFC 6761, 6.3: every name under localhost is this machine, which not every resolver knows. */
const loopback: LookupFunction = (_, { all }, answer) =>
  all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4)
