import type { AddressInfo } from 'node:net'
import { defineCalls } from '@moqi/api/call'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { openSse } from '#src/testing/sse.ts'
import { answerErrors, mount } from './mount.ts'

const calls = defineCalls({
  count: {
    method: 'GET',
    path: '/count',
    summary: 'counts',
    access: 'tenant',
    kind: 'stream',
    input: z.object({}),
    output: z.object({ event: z.literal('number'), data: z.object({ n: z.int() }) }),
    limit: { count: 1000, seconds: 60 },
  },
})

let server: TestServer
let app: FastifyInstance
let url: string
let who: Player
let clock = Date.UTC(2026, 10, 20, 2)
/** Streams begun and not yet ended. */
let running = 0
let most = 3

async function count() {
  return async function* numbers(gone: AbortSignal) {
    running += 1
    try {
      for (let n = 1; n <= most; n++) yield { event: 'number' as const, data: { n, secret: 'stays here' } }
      await new Promise<void>((resolve) => gone.addEventListener('abort', () => resolve()))
    } finally {
      running -= 1
    }
  }
}

/** Whether it becomes so within five seconds. */
async function becomes(fact: () => boolean): Promise<boolean> {
  for (let n = 0; n < 250 && !fact(); n++) await new Promise((resolve) => setTimeout(resolve, 20))
  return fact()
}

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  who = await player(server, '13800000002', 'company')
  app = fastify({ forceCloseConnections: true })
  answerErrors(app, () => {})
  mount(app, calls, { count }, server.deps, 50)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/count`
})
afterAll(async () => {
  await app.close()
  await server.close()
})

test('a stream answers events stripped to their shape, and a comment with every beat', async () => {
  const stream = await openSse(url, who)
  expect(stream.type).toBe('text/event-stream; charset=utf-8')
  expect(await becomes(() => stream.events().length === 3 && stream.beats() > 2)).toBe(true)
  expect(stream.events()).toEqual([1, 2, 3].map((n) => ({ event: 'number', data: { n } })))
  stream.close()
  expect(await becomes(() => running === 0)).toBe(true)
})

test('a reader who goes away ends what was made for it', async () => {
  const streams = await Promise.all([1, 2, 3].map(() => openSse(url, who)))
  expect(await becomes(() => running === 3)).toBe(true)
  for (const stream of streams) stream.close()
  expect(await becomes(() => running === 0)).toBe(true)
})

test('an account has at most twelve streams, and a further one once another has ended', async () => {
  const streams = await Promise.all(Array.from({ length: 12 }, () => openSse(url, who)))
  expect(await becomes(() => running === 12)).toBe(true)
  const refused = await openSse(url, who)
  expect(await becomes(() => refused.text() !== '')).toBe(true)
  expect(JSON.parse(refused.text())).toEqual({
    code: 429,
    message: '打开的页面过多，请关闭一些后刷新',
    data: { reason: 'request/too-often' },
  })
  const colleague = await openSse(url, await player(server, '13800000003', 'company'))
  expect(await becomes(() => colleague.events().length === 3)).toBe(true)
  colleague.close()
  streams[0]?.close()
  expect(await becomes(() => running === 11)).toBe(true)
  const another = await openSse(url, who)
  expect(await becomes(() => another.events().length === 3)).toBe(true)
  for (const stream of [another, ...streams]) stream.close()
  expect(await becomes(() => running === 0)).toBe(true)
})

test('a reader who takes nothing holds nothing up: what it has not taken is not made', async () => {
  most = 1_000_000
  const stream = await openSse(url, who, { read: false })
  expect(await becomes(() => running === 1)).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const before = process.memoryUsage().heapUsed
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
  stream.close()
  expect(await becomes(() => running === 0)).toBe(true)
  most = 3
})

test('a stream keeps no session alive and ends with the next beat after it has run out', async () => {
  const token = await server.login('13800000002')
  const stream = await openSse(url, { ...who, token })
  clock += 20 * 60_000
  expect(await becomes(() => stream.beats() > 2)).toBe(true)
  const again = await openSse(url, { ...who, token })
  clock += 11 * 60_000
  expect(await becomes(() => stream.ended() && again.ended())).toBe(true)
  expect((await server.call('inspectTokenExpired', {}, { token })).code).toBe(-10)
})

test('a stream ends with the next beat after its member was disabled, though nobody has told it', async () => {
  const operator = await player(server, '13800000003', 'company')
  const { token, tenantId } = operator
  const stream = await openSse(url, { token, tenantId })
  expect(await becomes(() => stream.beats() > 0)).toBe(true)
  const { account_id } = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', operator.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  const change = (state: 'disabled' | 'accepted') =>
    server.deps.db.directory((directory) =>
      directory
        .updateTable('membership')
        .set({ state })
        .where('tenant_id', '=', tenantId)
        .where('account_id', '=', account_id)
        .execute(),
    )
  await change('disabled')
  expect(await becomes(() => stream.ended())).toBe(true)
  await change('accepted')
})

test('a page that says nobody is there keeps no session alive either', async () => {
  const token = await server.login('13800000002')
  const idle = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/common/v1/user/getUserSpaceInfo',
      headers: { authorization: `Bearer ${token}`, 'x-idle': '1' },
      payload: {},
    })
  clock += 29 * 60_000
  expect((await idle()).statusCode).toBe(200)
  clock += 2 * 60_000
  expect((await idle()).json().code).toBe(-10)
})

test('a stream ends with the server', async () => {
  who = await player(server, '13800000002', 'company')
  const stream = await openSse(url, who)
  expect(await becomes(() => running === 1)).toBe(true)
  await app.close()
  expect(await becomes(() => stream.ended() && running === 0)).toBe(true)
})
