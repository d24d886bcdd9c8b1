import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueInvoice } from '#src/cores/invoice/issue-invoice.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import {
  askedInvoice,
  invoiceLines,
  invoiceOf,
  ownTitle,
  refusedTitle,
  savedTitle,
  untilInvoice,
  wishFor,
} from '#src/testing/invoice-scene.ts'
import { bought, offered, ordered, untilOrder } from '#src/testing/order-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let jing: Player
let wang: Player
let titleId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  titleId = await savedTitle(server, jing)
})
afterAll(() => server.close())

const ask = (orderIds: string[], more: object = {}) =>
  server.call('askInvoice', { ...wishFor(orderIds, titleId), ...more }, jing)
const issued = async (orderIds: string[]) => {
  const invoiceId = await askedInvoice(server, jing, orderIds, titleId)
  await untilInvoice(server, jing, invoiceId, 'issued')
  return invoiceId
}
const reverse = (invoiceId: string) => server.call('reverseInvoice', { invoiceId, reason: '抬头有误' }, jing)
const refund = (orderId: string) => server.call('requestRefund', { orderId, reason: '买错了套餐' }, jing)
const openOrders = async () => {
  const { data } = await server.call('listInvoiceableOrders', { pageSize: 50 }, jing)
  return data.orderArray.map(({ orderId }) => orderId)
}

const reasonOf = async (orderIds: string[], more: object = {}) => Object((await ask(orderIds, more)).data).reason
const titles = async (who = jing) => (await server.call('listInvoiceTitles', {}, who)).data.titleArray
const saved = (number: number) =>
  server.call('saveInvoiceTitle', { titleType: 'person', titleName: `抬头${number}`, isDefault: 1 }, jing)

describe('titles', () => {
  test('the first is the default, another takes its place, and what is removed is gone', async () => {
    const first = await savedTitle(server, wang, { titleType: 'person', titleName: '王小明' })
    const second = await savedTitle(server, wang)
    expect((await titles(wang)).map((one) => [one.titleId, one.isDefault])).toEqual([
      [first, 1],
      [second, 0],
    ])
    await server.call('setDefaultInvoiceTitle', { titleId: second }, wang)
    expect((await titles(wang)).map((one) => [one.titleId, one.isDefault])).toEqual([
      [second, 1],
      [first, 0],
    ])
    const changed = { titleType: 'person' as const, titleName: '王小明先生', titleId: first }
    await server.call('saveInvoiceTitle', changed, wang)
    expect((await titles(wang)).map(({ titleName }) => titleName)).toEqual([ownTitle.titleName, '王小明先生'])
    await server.call('removeInvoiceTitle', { titleId: second }, wang)
    expect((await titles(wang)).map((one) => one.titleId)).toEqual([first])
    const gone = await server.call('setDefaultInvoiceTitle', { titleId: second }, wang)
    expect(gone.message).toBe('发票抬头不存在或已删除')
  })

  test('each wrong field is told by the name the form has for it', async () => {
    const typed = { ...ownTitle, taxNo: '91330100799655058A', bankAccount: '12' }
    const { message, data } = await server.call('saveInvoiceTitle', typed, jing)
    expect(message).toBe('税号为18位统一社会信用代码，请核对')
    expect(data).toMatchObject({
      faults: [
        { field: 'taxNo', message: '税号为18位统一社会信用代码，请核对' },
        { field: 'bankAccount', message: '对公账号格式不正确' },
      ],
    })
  })

  test('ten saved at once leave one default, and the twenty-first is refused', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, number) => saved(number)))
    expect((await titles()).filter(({ isDefault }) => isDefault === 1).length).toBe(1)
    for (let number = (await titles()).length; number < 20; number++) await saved(number)
    expect((await saved(20)).message).toBe('最多保存20个发票抬头，请先删除不用的抬头')
    for (const one of await titles())
      if (one.titleId !== titleId) await server.call('removeInvoiceTitle', { titleId: one.titleId }, jing)
  })
})

describe('asking', () => {
  test('one invoice over two orders is issued as a sample that says so, with a log and a notice', async () => {
    const orders = [await bought(server, jing), await bought(server, jing)]
    const invoiceId = await issued(orders)
    const invoice = await invoiceOf(server, jing, invoiceId)
    expect(invoice).toMatchObject({ fen: 119_800, orderNumber: 2, titleName: ownTitle.titleName, withdrawable: 0 })
    expect(invoice.invoiceNo).toMatch(/^YP\d{14}$/)
    expect(invoice.logArray.map(({ verb }) => verb)).toEqual(['apply', 'issue'])
    const { bytes, headers } = await server.blob('downloadInvoice', { invoiceId }, jing)
    expect([bytes.toString('latin1', 0, 5), headers['content-type']]).toEqual(['%PDF-', 'application/pdf'])
    const text = (await server.deps.workshop.readText(bytes, 4000)).replaceAll(/\s/g, '')
    for (const said of ['演示样票，不作为报销凭证', '壹仟壹佰玖拾捌元整', ownTitle.taxNo, invoice.invoiceNo ?? ''])
      expect(text).toContain(said)
    const red = await server.call('downloadInvoice', { invoiceId, letter: 'red' }, jing)
    expect(red.message).toBe('发票还没有开具，请稍后再下载')
    const told = await server.deps.db.read(jing.tenantId, (db) =>
      db.selectFrom('notice_message').where('kind', '=', 'invoiceDecided').select('text').execute(),
    )
    expect(told).toContainEqual({ text: `抬头为${ownTitle.titleName}、金额1,198.00元的发票已开具` })
    expect(await openOrders()).not.toContain(orders[0])
  })

  test('of twenty that ask for the same orders at once one is made', async () => {
    const orders = [await bought(server, jing), await bought(server, jing)]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => ask(number % 2 === 0 ? orders : orders.toReversed())),
    )
    const codes = answers.map(({ code, data }) => (code === 200 ? 'made' : Object(data).reason))
    expect(codes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'invoice/order-unfit'), 'made'])
    for (const one of orders) expect((await ask([one])).data).toEqual({ reason: 'invoice/order-unfit' })
  })

  test('of an invoice and a refund that fall together one is made', async () => {
    for (let round = 0; round < 4; round++) {
      const orderId = await bought(server, jing)
      const both = await Promise.all([ask([orderId]), refund(orderId)])
      expect(both.map(({ code }) => code === 200).toSorted()).toEqual([false, true])
    }
  })

  test('what is not paid, not one’s own, not the sum that was shown, or no address is refused', async () => {
    const paid = await bought(server, jing)
    const unpaid = await ordered(server, jing)
    expect(await reasonOf([unpaid])).toBe('invoice/order-unfit')
    expect(await reasonOf([paid, unpaid])).toBe('invoice/order-unfit')
    for (const fen of [offered.fen - 1, offered.fen + 1])
      expect(await reasonOf([paid], { fen })).toBe('invoice/amount-changed')
    // Named twice it is paid once.
    expect(await reasonOf([paid, paid])).toBe('invoice/amount-changed')
    expect(await reasonOf([paid], { email: 'finance' })).toBe('field/invalid')
    expect(await reasonOf(['x'])).toBe('order/not-found')
    const foreign = await savedTitle(server, wang)
    const byStranger = await server.call('askInvoice', wishFor([paid], foreign), wang)
    expect(byStranger.data).toEqual({ reason: 'order/not-found' })
    expect(await openOrders()).toContain(paid)
    await server.call('cancelOrder', { orderId: unpaid }, jing)
  })

  test('a special invoice is made out to the authenticated company alone', async () => {
    const orderId = await bought(server, jing)
    const other = await savedTitle(server, jing, { ...ownTitle, titleName: '杭州云启分公司' })
    const special = { invoiceType: 'special' }
    const refused = await ask([orderId], { ...special, titleId: other })
    expect(refused.message).toBe('专用发票的抬头和税号需与企业认证信息一致')
    const space = await server.deps.db.directory((db) =>
      db.selectFrom('space').where('tenant_id', '=', jing.tenantId).select(['name', 'credit_code']).executeTakeFirst(),
    )
    const own = { ...ownTitle, titleName: space?.name ?? '', taxNo: space?.credit_code ?? '' }
    const ownId = await savedTitle(server, jing, own)
    expect((await ask([orderId], { ...special, titleId: ownId })).code).toBe(200)
  })
})

describe('what becomes of one', () => {
  test('one that fails says why, lets its orders go and is asked again with another title', async () => {
    const refused = await savedTitle(server, jing, refusedTitle)
    const orderId = await bought(server, jing)
    const invoiceId = await askedInvoice(server, jing, [orderId], refused)
    await untilInvoice(server, jing, invoiceId, 'failed')
    expect((await invoiceOf(server, jing, invoiceId)).faultReason).toBe('购买方名称与税号不一致，请核对抬头后重新申请')
    expect(await openOrders()).toContain(orderId)
    const wish = { invoiceId, titleId, invoiceType: 'normal' as const, email: 'a@b.cn' }
    expect((await server.call('askInvoiceAgain', wish, jing)).code).toBe(200)
    await untilInvoice(server, jing, invoiceId, 'issued')
    const invoice = await invoiceOf(server, jing, invoiceId)
    expect([invoice.titleName, invoice.faultReason, invoice.email]).toEqual([ownTitle.titleName, null, 'a@b.cn'])
    expect((await server.call('askInvoiceAgain', wish, jing)).data).toEqual({ reason: 'invoice/changed' })
  })

  test('one that failed is not asked again for what another has meanwhile', async () => {
    const refused = await savedTitle(server, jing, refusedTitle)
    const orderId = await bought(server, jing)
    const invoiceId = await askedInvoice(server, jing, [orderId], refused)
    await untilInvoice(server, jing, invoiceId, 'failed')
    await issued([orderId])
    const again = await server.call('askInvoiceAgain', { ...wishFor([], titleId), invoiceId }, jing)
    expect(again.data).toEqual({ reason: 'invoice/order-unfit' })
  })

  test('an invoiced order is refunded after its red letter, and invoiced anew without one', async () => {
    const [kept, given] = [await bought(server, jing), await bought(server, jing)]
    const invoiceId = await issued([kept, given])
    expect((await refund(given)).message).toBe('订单已开票，请先在账单的发票中申请红冲，红冲完成后再申请退款')
    expect((await reverse(invoiceId)).code).toBe(200)
    await untilInvoice(server, jing, invoiceId, 'red')
    expect((await reverse(invoiceId)).data).toEqual({ reason: 'invoice/changed' })
    const letter = await server.blob('downloadInvoice', { invoiceId, letter: 'red' }, jing)
    const text = (await server.deps.workshop.readText(letter.bytes, 4000)).replaceAll(/\s/g, '')
    expect(text).toContain('¥-1,198.00')
    expect((await refund(given)).code).toBe(200)
    await untilOrder(server, jing, given, 'refunded')
    expect((await ask([kept, given])).data).toEqual({ reason: 'invoice/order-unfit' })
    expect((await ask([kept])).code).toBe(200)
  })

  test('a job that runs again issues nothing again', async () => {
    const invoiceId = await issued([await bought(server, jing)])
    await Promise.all([1, 2, 3].map(() => issueInvoice(server.deps, { tenantId: jing.tenantId, invoiceId })))
    expect(await invoiceLines(server, jing, invoiceId, 'issue')).toBe(1)
  })
})

test('invoices are listed by pages, newest first, each once', async () => {
  for (let number = 0; number < 4; number++) {
    clock += 1000
    await issued([await bought(server, jing)])
  }
  const all: { invoiceId: string; createTime: number }[] = []
  for (let cursor: string | null = null, more = true; more;) {
    const { data }: Awaited<ReturnType<typeof list>> = await list(cursor)
    all.push(...data.invoiceArray)
    cursor = data.nextCursor
    more = cursor !== null
  }
  expect(all.length).toBeGreaterThan(10)
  expect(new Set(all.map(({ invoiceId }) => invoiceId)).size).toBe(all.length)
  expect(all.map(({ createTime }) => createTime)).toEqual(
    all.map(({ createTime }) => createTime).toSorted((a, b) => b - a),
  )
})

const list = (cursor: string | null) => server.call('listInvoices', { cursor }, jing)
