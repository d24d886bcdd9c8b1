import { createHash, type Hash, hash } from 'node:crypto'
import {
  type SignatureAlgorithm,
  signatureAlgorithms,
  signedHeaders,
  type SignedParts,
} from '@moqi/domain/integrations/signed-request'
import { keysOf } from '@moqi/domain/keys-of'
import { Refusal } from '@moqi/domain/refusal'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Incoming } from './upload.ts'

/** What a signed request says in its headers. */
export type SignedHead = { parts: SignedParts; signature: Buffer }

const shapes = {
  appId: { shape: /^[\w-]{43}$/, form: '43个字符的 AppId' },
  timestamp: { shape: /^\d{13}$/, form: '13位毫秒时间戳' },
  nonce: { shape: /^[\w-]{16,64}$/, form: '16-64位字母、数字、- 或 _' },
  bodyHash: { shape: /^[A-Za-z0-9+/]{43}=$/, form: '请求体摘要的 base64（44个字符，不是十六进制）' },
  signature: { shape: /^[A-Za-z0-9+/]{43}=$/, form: '签名的 base64（44个字符，不是十六进制）' },
} as const

/** Reads the headers of a signed request. Throws `integration/header`, which names the one that is missing or wrong. */
export function readSigned(request: FastifyRequest): SignedHead {
  const read = (name: keyof typeof shapes): string => {
    const value = headerOf(request, signedHeaders[name])
    if (value === '') throw wrong(signedHeaders[name], '缺少请求头')
    if (!shapes[name].shape.test(value))
      throw wrong(signedHeaders[name], `格式不正确，应为${shapes[name].form}：请求头`)
    return value
  }
  const parts = {
    algorithm: algorithmOf(request),
    method: request.method,
    target: request.raw.url ?? request.url,
    appId: read('appId'),
    timestamp: read('timestamp'),
    nonce: read('nonce'),
    idempotencyKey: headerOf(request, 'idempotency-key'),
    bodyHash: read('bodyHash'),
  }
  return { parts, signature: Buffer.from(read('signature'), 'base64') }
}

function algorithmOf(request: FastifyRequest): SignatureAlgorithm {
  const named = headerOf(request, signedHeaders.algorithm)
  if (named === '') return 'HMAC-SHA256'
  const found = keysOf(signatureAlgorithms).find((one) => one === named)
  if (!found) throw wrong(signedHeaders.algorithm, `应为 ${keysOf(signatureAlgorithms).join(' 或 ')}：请求头`)
  return found
}

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const wrong = (header: string, what: string) =>
  new Refusal('integration/header', { message: `${what} ${shownName(header)}` })

/** As documents write it. */
const shownName = (header: string) =>
  header.replaceAll(/(^|-)([a-z])/g, (_whole, dash: string, letter: string) => `${dash}${letter.toUpperCase()}`)

/** Bytes of a body that is no file. */
const bodyLimit = 2 * 1024 * 1024

const hasherOf = ({ parts }: SignedHead): Hash => createHash(signatureAlgorithms[parts.algorithm])

/** Throws `integration/body` unless the bytes are those whose hash was signed. */
function requireHash({ parts }: SignedHead, made: string): void {
  if (made !== parts.bodyHash) throw new Refusal('integration/body')
}

/** Throws `integration/body` unless the hash signed is that of no bytes. */
export const noBody = (head: SignedHead): void =>
  requireHash(head, hash(signatureAlgorithms[head.parts.algorithm], '', 'base64'))

/** The JSON of a body that was signed; no bytes are no fields. Throws `integration/body`. */
export async function signedBody(request: FastifyRequest, head: SignedHead): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytesOf(request)) {
    size += chunk.length
    if (size > bodyLimit) throw Object.assign(new Error('the body is too large'), { statusCode: 413 })
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  requireHash(head, hasherOf(head).update(bytes).digest('base64'))
  if (size === 0) return {}
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Refusal('integration/body', { message: '请求体不是 UTF-8 编码的 JSON' })
  }
}

async function* bytesOf({ body }: FastifyRequest): AsyncGenerator<Buffer> {
  if (!isStream(body)) return
  for await (const chunk of body) if (Buffer.isBuffer(chunk)) yield chunk
}

const isStream = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

const FileQuery = z.looseObject({ fileName: z.string().min(1).max(200) })

/** A file whose bytes are the whole body, named and described by the query. Throws `field/invalid` without a name. */
export function incomingOf(request: FastifyRequest, head: SignedHead): Incoming {
  const asked = FileQuery.safeParse(request.query)
  if (!asked.success)
    throw new Refusal('field/invalid', { field: 'fileName', message: '请在查询参数 fileName 中给出文件名' })
  const { fileName, ...rest } = asked.data
  const hasher = hasherOf(head)
  return {
    fileName,
    stream: bytesOf(request),
    isCut: () => false,
    fields: () => Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    witness: { update: (chunk) => hasher.update(chunk), judge: () => requireHash(head, hasher.digest('base64')) },
  }
}
