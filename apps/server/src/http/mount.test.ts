import { defineCalls } from '@moqi/api/call'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import { table } from '@moqi/api/table'
import { Refusal } from '@moqi/domain/refusal'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { answerErrors, mount } from './mount.ts'

const calls = defineCalls({
  greet: {
    path: '/greet',
    summary: 'greets',
    access: 'open',
    input: z.object({ name: z.string().max(5) }),
    output: z.object({ greeting: z.string() }),
    success: 0,
    refuses: ['seal/not-found'],
    limit: { count: 1000, seconds: 60 },
  },
})

async function answerTo(_deps: unknown, _caller: unknown, { name }: { name: string }) {
  if (name === 'seal') throw new Refusal('seal/not-found', { secret: 'stays here', field: 'name' })
  if (name === 'quota') throw new Refusal('contract/quota', { secret: 'stays here' })
  if (name === 'bug') throw new Error('password is 1234')
  return name === 'null' ? Object.assign({ greeting: 'hi' }, { secret: 'column' }) : { greeting: `hi ${name}` }
}

let server: TestServer
let app: FastifyInstance
let who: Player
const logged: string[] = []

beforeAll(async () => {
  server = await testServer()
  who = await player(server, '13800000002', 'company')
  app = fastify({ genReqId: () => 'request-7' })
  answerErrors(app, (line, detail) => logged.push(`${line} ${String(detail)}`))
  mount(app, calls, { greet: answerTo }, server.deps)
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const greet = async (payload: object) => {
  const answer = await app.inject({ method: 'POST', url: '/greet', payload })
  return [answer.statusCode, answer.json()]
}

test('an answer is wrapped with the success code of its call, and what the call did not promise is left out', async () => {
  expect(await greet({ name: 'Li' })).toEqual([200, { code: 0, message: '操作成功', data: { greeting: 'hi Li' } }])
  expect(await greet({ name: 'null' })).toEqual([200, { code: 0, message: '操作成功', data: { greeting: 'hi' } }])
})

test('a declared refusal is answered with its text, and only what may be shown of its detail', async () => {
  const data = { reason: 'seal/not-found', field: 'name' }
  expect(await greet({ name: 'seal' })).toEqual([200, { code: 404, message: '印章不存在或无权使用', data }])
})

test.each(['quota', 'bug'])(
  'an undeclared refusal is a bug like any other: 500, nothing revealed (%s)',
  async (name) => {
    logged.length = 0
    const [status, body] = await greet({ name })
    expect([status, body]).toEqual([500, { code: 500, message: '服务器错误！', data: { requestId: 'request-7' } }])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('request-7')
    expect(logged[0]).toContain(name === 'bug' ? 'password is 1234' : 'undeclared refusal contract/quota from /greet')
  },
)

test('input that does not fit is refused with the places that do not', async () => {
  const [status, body] = await greet({ name: 'far too long' })
  expect([status, body.code, body.data.issues[0].path]).toEqual([400, 400, ['name']])
  expect(JSON.stringify(body)).not.toContain('far too long')
})

const json = { 'content-type': 'application/json' }
const post = (url: string, payload: string | object, headers: Record<string, string> = json) =>
  server.app.inject({ method: 'POST', url, payload, headers })

const unreadable = '请求参数不正确，请检查后重试'

test.each([
  ['broken JSON', '{"userName":', json, 400, unreadable],
  ['a text for a body', '"text"', json, 400, unreadable],
  ['a list for a body', '[1,2]', json, 400, unreadable],
  ['null for a body', 'null', json, 400, unreadable],
  [
    'two megabytes too many',
    JSON.stringify({ userName: 'x'.repeat(3 * 1024 * 1024) }),
    json,
    413,
    '提交的内容过大，请减少内容后重试',
  ],
  ['a form', 'userName=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, unreadable],
])('%s is refused before anything happens', async (_what, payload, headers, status, message) => {
  const answer = await post(table.loginByAccount.path, payload, headers)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code: status, message })
})

test('a body nested a hundred thousand times is refused like any other that does not fit', async () => {
  const deep = `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const headers = { ...json, authorization: `Bearer ${who.token}`, 'x-tenant-id': who.tenantId }
  const answer = await post(table.getSpaceDetailInfo.path, deep, headers)
  expect(answer.statusCode).toBe(400)
})

test('an empty body is an empty object', async () => {
  const answer = await post(table.logout.path, '')
  expect(answer.json()).toMatchObject({ code: 200, data: null })
})

test.each(['[]', '[{"scope":"own"}]', '"a"', '7', 'true', 'null'])(
  'a body that has no fields (%s) is refused, though the call needs none (C0.4)',
  async (payload) => {
    const headers = { ...json, authorization: `Bearer ${who.token}`, 'x-tenant-id': who.tenantId }
    for (const name of ['listTasks', 'getSpaceDetailInfo', 'recentTasks'] as const) {
      const answer = await post(table[name].path, payload, headers)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 400])
    }
  },
)

test.each(['\0', 'a\0b', '\ud800', '\udc00x'])(
  'text no database can hold (%j) is refused, wherever it stands',
  async (text) => {
    const authorization = `Bearer ${who.token}`
    const headers = { ...json, authorization, 'x-tenant-id': who.tenantId }
    const draft = { taskName: '合同', fileIdArray: [], signerArray: [] }
    const signer = { signerNo: 1, signOrder: 1, signType: 0, signerName: text, phone: '13800000001' }
    const answers = [
      await post(table.listTasks.path, { keyword: text }, headers),
      await post(table.getSignDetailInfo.path, { signId: text }, headers),
      await post(table.saveDraft.path, { ...draft, signerArray: [signer] }, { ...headers, 'idempotency-key': 'x' }),
      await post(table.loginByAccount.path, { userName: text, password: 'x' }),
      await post(table.addPersonSeal.path, { sealStyle: 'square', sealName: text }, headers),
      await server.app.inject({ url: table.sealImage.path, query: { sealId: '\0' }, headers: { authorization } }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 400))
  },
)

test('a tenant header of any shape is no space, and no bug', async () => {
  for (const tenantId of ['x', "' or 1=1 --", `${who.tenantId},${who.tenantId}`, who.tenantId.toUpperCase()]) {
    const answer = await server.call('getSpaceDetailInfo', {}, { token: who.token, tenantId })
    expect([answer.status, answer.code]).toEqual([200, 404])
  }
})

test('without a living session the code is −10, whatever else is wrong', async () => {
  const headers = { ...json, authorization: 'Bearer short', 'x-tenant-id': who.tenantId }
  for (const payload of ['{}', '{"signId":5}']) {
    const answer = await post(table.sendTask.path, payload, headers)
    const { code, text } = refusalAnswers['session/required']
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { code, message: text({}), data: { reason: 'session/required' } },
    ])
  }
})

test('an idempotency key serves one body, and is the caller’s own', async () => {
  const draft = { taskName: '钥匙', fileIdArray: [], signerArray: [] }
  const save = (subject: string, ask: object) =>
    server.call('saveDraft', { ...draft, taskName: subject }, { ...who, ...ask })
  const [one, two] = await Promise.all([save('钥匙', { key: 'k1' }), save('钥匙', { key: 'k1' })])
  expect(one.data.signId).toBe(two.data.signId)
  const other = await save('别的', { key: 'k1' })
  expect([other.code, other.message]).toEqual([409, '请求已提交过且内容不同，请刷新后重试'])
  const raced = await Promise.all([save('甲', { key: 'k2' }), save('乙', { key: 'k2' })])
  expect(raced.map(({ code }) => code).toSorted()).toEqual([200, 409])
  const colleague = await player(server, '13800000003', 'company')
  const theirs = await server.call('saveDraft', draft, { ...colleague, key: 'k1' })
  expect(theirs.code).toBe(200)
  expect(theirs.data.signId).not.toBe(one.data.signId)
  for (const key of ['x'.repeat(101), 'with space', '钥']) {
    const headers = { authorization: `Bearer ${who.token}`, 'x-tenant-id': who.tenantId, ...json }
    const bytes = Buffer.from(key).toString('latin1')
    const answer = await post(table.saveDraft.path, draft, { ...headers, 'idempotency-key': bytes })
    expect(answer.statusCode).toBe(400)
  }
})

test('a space that is named must be the own one, also by calls that act in none (I14)', async () => {
  const wang = await player(server, '13800000002', 'person')
  const asked = (tenantId: string) => server.call('getUserAccountInfo', {}, { token: wang.token, tenantId })
  const foreign = await asked('a'.repeat(22))
  expect([foreign.code, foreign.data.reason]).toEqual([404, 'space/not-found'])
  expect((await asked(wang.tenantId)).code).toBe(200)
})

test('every kind of answer carries the security headers', async () => {
  const bearer = { authorization: `Bearer ${who.token}`, 'x-tenant-id': who.tenantId }
  const seals = await server.call('userSeals', {}, who)
  const answers = [
    await post(table.logout.path, ''),
    await post(table.sendTask.path, {}),
    await post(table.loginByAccount.path, '{'),
    await post(table.getSignDetailInfo.path, { signId: 'x' }, { ...json, ...bearer }),
    await server.app.inject({ url: seals.data.sealInfoArray[0]?.sealImg ?? '', headers: bearer }),
    await server.app.inject({ url: '/healthz' }),
    await server.app.inject({ url: '/api/' }),
    await server.app.inject({ url: '/openapi.json' }),
    await server.app.inject({ url: '/' }),
    await server.app.inject({ url: '/home/login' }),
    await server.app.inject({ url: '/home/assets/none.js' }),
    await server.app.inject({ url: '/s/anything' }),
    await server.app.inject({ url: '/nowhere' }),
    await server.app.inject({ url: '/%zz' }),
    await server.app.inject({ method: 'OPTIONS', url: table.logout.path }),
    await server.app.inject({ method: 'DELETE', url: table.logout.path }),
  ]
  for (const { headers, statusCode, payload } of answers) {
    const inJson = String(headers['content-type']).startsWith('application/json')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      ...(!inJson && { 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' }),
    })
    expect(headers['cache-control']).toBeDefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined()
    expect(statusCode).toBeLessThan(504)
    expect(payload).not.toMatch(/node_modules|\.ts:\d+/)
  }
})

const over = (proto: string) => server.app.inject({ url: '/healthz', headers: { 'x-forwarded-proto': proto } })

test('over TLS a browser is told to come back over TLS, to the hosts below too', async () => {
  expect((await over('https')).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect((await over('http')).headers['strict-transport-security']).toBeUndefined()
})

const askOcsp = () =>
  server.app.inject({
    method: 'POST',
    url: '/ca/ocsp',
    headers: { 'content-type': 'application/ocsp-request', 'x-forwarded-for': '10.77.0.3' },
    payload: Buffer.from('3000', 'hex'),
  })

test('an address that asks OCSP without end is told to try later, unsigned', async () => {
  const first = await askOcsp()
  for (let n = 0; n < 1000; n++) await askOcsp()
  const last = await askOcsp()
  expect(first.rawPayload.toString('hex')).not.toBe('30030a0103')
  expect([last.statusCode, last.rawPayload.toString('hex')]).toEqual([200, '30030a0103'])
})

test('openapi.json is sent compressed', async () => {
  const plain = await server.app.inject({ url: '/openapi.json' })
  const short = await server.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } })
  expect(short.headers['content-encoding']).toBe('br')
  expect(short.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
})
