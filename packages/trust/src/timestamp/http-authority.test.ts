import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { scene } from '../testing/authority-scene.ts'
import { httpAuthority, requestToken } from './request-token.ts'
import { serversForTests } from '../testing/http-servers.ts'

const on = await scene()
const { listening } = serversForTests()

const reply = { 'content-type': 'application/timestamp-reply' }

test('a token comes over HTTP as it comes in process', async () => {
  const seen: (string | undefined)[] = []
  const url = await listening(async (request, response) => {
    seen.push(request.method, request.headers['content-type'], request.headers.authorization)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    response.writeHead(200, reply).end(await on.timestamps(Buffer.concat(parts)))
  })
  const authority = httpAuthority({ url, timeout: 5000, authorization: 'Bearer x' })
  await expect(requestToken(authority, Buffer.from('签名值'))).resolves.toBeInstanceOf(Buffer)
  expect(seen).toEqual(['POST', 'application/timestamp-query', 'Bearer x'])
})

test.each<[string, RequestListener]>([
  ['an error', (_, response) => response.writeHead(503, reply).end()],
  ['a web page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  ['a redirect', (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ['too many bytes', (_, response) => response.writeHead(200, reply).end(Buffer.alloc(70_000))],
  ['silence', () => undefined],
])('%s is no answer', async (_, answer) => {
  const authority = httpAuthority({ url: await listening(answer), timeout: 300 })
  await expect(authority(Buffer.from('request'))).rejects.toMatchObject({ name: 'AuthorityUnreachable' })
})

test('a server that is busy once is asked again', async () => {
  let asked = 0
  const url = await listening(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    asked += 1
    if (asked === 1) response.writeHead(503).end()
    else response.writeHead(200, reply).end(await on.timestamps(Buffer.concat(parts)))
  })
  const authority = httpAuthority({ url, timeout: 5000, retries: 1 })
  await expect(requestToken(authority, Buffer.from('签名值'))).resolves.toBeInstanceOf(Buffer)
  expect(asked).toBe(2)
})

test('a refusal is not asked for again', async () => {
  let asked = 0
  const url = await listening((_, response) => {
    asked += 1
    response.writeHead(403).end()
  })
  const authority = httpAuthority({ url, timeout: 5000, retries: 3 })
  await expect(authority(Buffer.from('request'))).rejects.toMatchObject({ name: 'AuthorityUnreachable' })
  expect(asked).toBe(1)
})

test('nobody listening is no answer', async () => {
  const authority = httpAuthority({ url: 'http://127.0.0.1:1/', timeout: 1000 })
  await expect(authority(Buffer.from('request'))).rejects.toMatchObject({ name: 'AuthorityUnreachable' })
})
