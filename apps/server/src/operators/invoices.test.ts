import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueInvoice } from '#src/cores/invoice/issue-invoice.ts'
import { readConfig } from '#src/platform/config.ts'
import { operatorInvoices } from '#src/platform/gateways/embedded-invoices.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { askedInvoice, invoiceOf, savedTitle } from '#src/testing/invoice-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { bought } from '#src/testing/order-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const pdf = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))
const number = '26332000000012345678'
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let buyer: Player
let runner: { token: string }
let titleId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock, invoicing: operatorInvoices })
  buyer = await player(server, '13800000002', 'company')
  runner = await enrolled(server, 'chenchen')
  titleId = await savedTitle(server, buyer)
})
afterAll(() => server.close())

const awaited = async (cursor?: string) =>
  (await server.call('listAwaitedInvoices', cursor === undefined ? {} : { cursor }, runner)).data

async function asked(): Promise<string> {
  clock += 60_000
  return askedInvoice(server, buyer, [await bought(server, buyer)], titleId)
}
const deliver = (invoiceId: string, fields: { number?: string; letter?: string } = {}, bytes = pdf) =>
  server.send(
    'deliverInvoice',
    { fileName: '发票.pdf', bytes },
    { invoiceId, letter: 'blue', number, ...fields },
    runner,
  )
const stateOf = async (invoiceId: string) => (await invoiceOf(server, buyer, invoiceId)).invoiceStatus

const outside = (allowed: string) => readConfig({ MOQI_DEMO: '0', MOQI_ALLOW_EMBEDDED: allowed }).embeddedInvoices

test('outside a demonstration nobody is given a sample unless it is allowed by name', () => {
  expect(outside('ca,sms,mail,identity')).toBe(false)
  expect(outside('ca,sms,mail,identity,payment')).toBe(false)
  expect(outside('ca,sms,mail,identity,invoice')).toBe(true)
  expect(readConfig({}).embeddedInvoices).toBe(true)
  expect(readConfig({ MOQI_INVOICES: 'operator' }).embeddedInvoices).toBe(false)
  expect(() => readConfig({ MOQI_INVOICES: 'nobody' })).toThrow('MOQI_INVOICES nobody')
})

test('an invoice waits for the operator, who uploads it; then its red letter', async () => {
  const invoiceId = await asked()
  // A job of a time when a gateway issued puts it there as well, once.
  await issueInvoice(server.deps, { tenantId: buyer.tenantId, invoiceId })
  const [one] = (await awaited()).invoiceArray
  expect(one).toMatchObject({ invoiceId, letter: 'blue', ownerName: '杭州云启科技有限公司', fen: 59_900 })
  expect(one?.orderArray).toHaveLength(1)

  const wrong = await deliver(invoiceId, { number: '123' })
  expect(wrong.message).toBe('发票号码为20位数字（数电票）或8位数字')
  expect((await deliver(invoiceId, {}, Buffer.from('PNG'))).message).toBe('仅支持 pdf 格式')
  const both = await Promise.all([deliver(invoiceId), deliver(invoiceId)])
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await invoiceOf(server, buyer, invoiceId)).toMatchObject({ invoiceStatus: 'issued', invoiceNo: number })
  const { bytes } = await server.blob('downloadInvoice', { invoiceId }, buyer)
  expect(bytes.equals(pdf)).toBe(true)
  expect((await awaited()).invoiceArray).toEqual([])

  await server.call('reverseInvoice', { invoiceId, reason: '税号有误' }, buyer)
  const [red] = (await awaited()).invoiceArray
  expect(red).toMatchObject({ invoiceId, letter: 'red', reversesNo: number, redReason: '税号有误' })
  // What was meant for the invoice itself is not taken for its red letter.
  expect((await deliver(invoiceId)).data).toEqual({ reason: 'invoice/changed' })
  const refused = await server.call('refuseInvoice', { invoiceId, letter: 'red', reason: '发票已用于抵扣' }, runner)
  expect(refused.code).toBe(200)
  expect(await invoiceOf(server, buyer, invoiceId)).toMatchObject({
    invoiceStatus: 'issued',
    faultReason: '发票已用于抵扣',
  })
  await server.call('reverseInvoice', { invoiceId, reason: '税号有误' }, buyer)
  expect((await deliver(invoiceId, { letter: 'red', number: '26332000000087654321' })).code).toBe(200)
  expect(await invoiceOf(server, buyer, invoiceId)).toMatchObject({
    invoiceStatus: 'red',
    redNo: '26332000000087654321',
    faultReason: null,
  })
  const { data } = await server.call('operatorSelf', {}, runner)
  expect(data.logArray.slice(0, 3).map(({ label }) => label)).toEqual(['开具红字发票', '不予红冲', '开具发票'])
})

test('what the tax office refuses fails with its reason; what is withdrawn is nobody’s to issue', async () => {
  const failed = await asked()
  expect(
    (await server.call('refuseInvoice', { invoiceId: failed, letter: 'blue', reason: ' ' }, runner)).data,
  ).toMatchObject({
    reason: 'field/invalid',
  })
  await server.call('refuseInvoice', { invoiceId: failed, letter: 'blue', reason: '税号不存在' }, runner)
  expect(await invoiceOf(server, buyer, failed)).toMatchObject({ invoiceStatus: 'failed', faultReason: '税号不存在' })

  const withdrawn = await asked()
  expect((await invoiceOf(server, buyer, withdrawn)).withdrawable).toBe(1)
  expect((await server.call('withdrawInvoice', { invoiceId: withdrawn }, buyer)).code).toBe(200)
  expect((await server.call('withdrawInvoice', { invoiceId: withdrawn }, buyer)).data).toEqual({
    reason: 'invoice/changed',
  })
  for (const invoiceId of [failed, withdrawn])
    expect((await deliver(invoiceId)).data).toEqual({ reason: 'invoice/not-found' })
  expect(await stateOf(withdrawn)).toBe('withdrawn')
})

test('the oldest come first, a page at a time, and no session of a space sees them', async () => {
  const made: string[] = []
  for (let count = 0; count < 21; count++) made.push(await asked())
  const first = await awaited()
  const rest = await awaited(first.nextCursor ?? '')
  const all = [...first.invoiceArray, ...rest.invoiceArray].map(({ invoiceId }) => invoiceId)
  expect([all, first.invoiceArray.length, rest.nextCursor]).toEqual([made, 20, null])
  const found = async (input: object) =>
    (await server.call('listAwaitedInvoices', input, runner)).data.invoiceArray.map(({ invoiceId }) => invoiceId)
  const last = rest.invoiceArray[0]
  expect(await found({ search: last?.orderArray[0]?.orderNo })).toEqual([last?.invoiceId])
  expect((await found({ search: '云启', letter: 'blue' })).length).toBeGreaterThanOrEqual(20)
  expect([await found({ search: '没有这家' }), await found({ letter: 'red' })]).toEqual([[], []])
  expect((await server.call('listAwaitedInvoices', {}, buyer)).code).not.toBe(200)
  expect((await server.call('listAwaitedInvoices', { cursor: 'x' }, runner)).data).toEqual({
    reason: 'request/invalid',
  })
})
