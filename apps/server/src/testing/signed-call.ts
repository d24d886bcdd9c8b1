import { createHash, createHmac, randomBytes } from 'node:crypto'
import { table, type Table } from '@moqi/api/table'
import type { Sent } from '@moqi/api/call'
import type { InjectOptions } from 'fastify'
import { signatureAlgorithms, signedHeaders, stringToSign } from '@moqi/domain/integrations/signed-request'
import type { TestServer } from './test-server.ts'

/** What an integration signs with. */
export type SigningKeys = { appId: string; secret: string }

/** How a request is signed, where it is not as most are. */
export type Signing = {
  algorithm?: keyof typeof signatureAlgorithms
  timestamp?: number
  nonce?: string
  idempotencyKey?: string
  address?: string
}

type Request = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; payload: Buffer }

/** A request of an integration as it is sent. */
export function signedRequest(
  server: TestServer,
  { appId, secret }: SigningKeys,
  { method, url, payload }: Pick<Request, 'method' | 'url' | 'payload'>,
  { algorithm = 'HMAC-SHA256', timestamp, nonce, idempotencyKey = '', address }: Signing = {},
): Request {
  const digest = signatureAlgorithms[algorithm]
  const parts = {
    algorithm,
    method,
    target: url,
    appId,
    timestamp: String(timestamp ?? server.deps.now()),
    nonce: nonce ?? randomBytes(16).toString('hex'),
    idempotencyKey,
    bodyHash: createHash(digest).update(payload).digest('base64'),
  }
  const signature = createHmac(digest, secret).update(stringToSign(parts)).digest('base64')
  const headers = {
    [signedHeaders.appId]: appId,
    [signedHeaders.algorithm]: algorithm,
    [signedHeaders.timestamp]: parts.timestamp,
    [signedHeaders.nonce]: parts.nonce,
    [signedHeaders.bodyHash]: parts.bodyHash,
    [signedHeaders.signature]: signature,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(address && { 'x-forwarded-for': address }),
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  }
  return { method, url, headers, payload }
}

/** The request that asks one call. */
export function signedCall<K extends keyof Table>(
  server: TestServer,
  keys: SigningKeys,
  name: K,
  input: Sent<Table[K]>,
  signing: Signing = {},
): Request {
  const { method } = table[name]
  const query = new URLSearchParams(Object.entries(Object(input)).map(([field, value]) => [field, String(value)]))
  const url = `/openapi/v1/${name}${method === 'GET' ? `?${query}` : ''}`
  const payload = Buffer.from(method === 'GET' ? '' : JSON.stringify(input))
  return signedRequest(server, keys, { method, url, payload }, signing)
}

/** Sends a request, and answers its status, its headers, and its JSON. */
export async function sendSigned(server: TestServer, { method, url, headers, payload }: Request) {
  const options: InjectOptions = { method, url, headers, ...(method === 'POST' && { payload }) }
  const answer = await server.app.inject(options)
  const isJson = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ...(isJson ? answer.json() : {}),
    bytes: answer.rawPayload,
  }
}
