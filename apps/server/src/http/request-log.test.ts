import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity/identity-gateway.ts'
import { openLog } from '#src/platform/operation/open-log.ts'
import { newcomer } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { requestIds } from './request-log.ts'

const lines: string[] = []
let server: TestServer

beforeAll(async () => {
  const identity = {
    ...embeddedIdentityGateway,
    checkPerson: async ({ realName, idNumber }: { realName: string; idNumber: string }) => {
      throw new Error(`no answer about ${realName} ${idNumber}`)
    },
  }
  server = await testServer({ log: openLog({ write: (line: string) => void lines.push(line) }), identity })
})
afterAll(() => server.close())

type Line = Record<string, unknown>
const records = () => lines.map((line): Line => JSON.parse(line))
const requests = () => records().filter(({ message }) => message === 'request')

test('a call leaves one line with its name, outcome, duration and the id that its answer names', async () => {
  const id = '5f2d7a1c9b3e4f60a1b2c3d4e5f60718'
  const { method, path: url } = table.loginByAccount
  const payload = { userName: '13800000001', password: 'Moqi@2026' }
  const answer = await server.app.inject({ method, url, headers: { 'x-request-id': id }, payload })
  expect(answer.headers['x-request-id']).toBe(id)
  const own = records().filter(({ requestId }) => requestId === id)
  expect(own).toMatchObject([{ message: 'request', call: 'loginByAccount', status: 200, ms: expect.any(Number) }])
  const made = await server.app.inject({ method, url, headers: { 'x-request-id': 'a phone 13900000042' }, payload })
  expect(made.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
})

test('a refusal is named in the line and in the counters, and is no error', async () => {
  const { status } = await server.call('getSpaceDetailInfo', {})
  const line = requests().findLast(({ call }) => call === 'getSpaceDetailInfo')
  expect(line).toMatchObject({ level: 'info', status, reason: 'session/required' })
  expect(line?.ms).toEqual(expect.any(Number))
  const text = await server.deps.metrics.registry.metrics()
  expect(text).toContain('moqi_requests_total{call="getSpaceDetailInfo",result="session/required"} 1')
})

test('nothing of a person passes into the log, whatever becomes of the request', async () => {
  const phone = '13911112222'
  const who = await newcomer(server, phone)
  const canaries = { realName: '欧阳若兰', idNumber: '11010519491231002X', password: 'Wrong@9876543', code: '428613' }
  const { realName, idNumber, password, code } = canaries
  const failed = await server.call('submitPersonAuth', { realName, idNumber, agree: 1, certificateAgree: 1 }, who)
  expect(failed.status).toBe(500)
  await server.call('loginByAccount', { userName: phone, password })
  await server.call('loginByVerificationCode', { phone, smsCode: code })
  const broken = { method: 'POST', url: '/api/none', headers: { 'content-type': 'application/json' } } as const
  await server.app.inject({ ...broken, payload: `{"password":"${password}",${phone}` })
  await server.app.inject({ url: `/api/none?phone=${phone}&name=${encodeURIComponent(realName)}` })
  const log = lines.join('')
  expect(requests().some(({ call }) => call === 'submitPersonAuth')).toBe(true)
  expect(records().some(({ level }) => level === 'error')).toBe(true)
  for (const canary of [phone, ...Object.values(canaries), who.token, encodeURIComponent(realName)])
    expect(log.split(canary).length - 1).toBe(0)
})

test('whoever leaves in the middle of an upload is no error', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const before = records().filter(({ level }) => level === 'error').length
  const socket = connect(port, '127.0.0.1')
  const head = ['content-type: multipart/form-data; boundary=b', 'content-length: 100000', 'host: localhost']
  const token = await server.login('13800000001')
  const { method, path } = table.uploadFile
  socket.write(`${method} ${path} HTTP/1.1\r\n${[...head, `authorization: Bearer ${token}`].join('\r\n')}\r\n\r\n`)
  socket.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-')
  await expect.poll(() => server.deps.metrics.inFlight.get().then(({ values }) => values[0]?.value)).toBe(1)
  socket.destroy()
  await expect.poll(() => requests().findLast(({ call }) => call === 'uploadFile')?.reason).toBe('gone')
  expect(records().filter(({ level }) => level === 'error').length).toBe(before)
})

test('no two requests have one id, however many are drawn at a time', () => {
  const nameOf = requestIds(randomBytes)
  const made = Array.from({ length: 1000 }, () => Reflect.apply(nameOf, null, [{ headers: {} }]))
  expect(new Set(made).size).toBe(1000)
})
