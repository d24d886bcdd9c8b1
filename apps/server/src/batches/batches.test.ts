import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { fillPacks, setSurplus, surplusOf } from '#src/testing/quota-scene.ts'
import { batchSheet, doneBatch, listedBatch, people, savedTemplate, startedBatch } from '#src/testing/template-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { sendBatch } from './send-batch.ts'

let server: TestServer
let who: Player
const clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  who = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

const sentOf = (tenantId: string, batchId: string) =>
  server.deps.db.read(tenantId, async (db) => {
    const rows = await db
      .selectFrom('batch_row as r')
      .innerJoin('contract as c', (join) =>
        join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.contract_id', '=', 'r.contract_id'),
      )
      .where('r.tenant_id', '=', tenantId)
      .where('r.batch_id', '=', batchId)
      .select(['c.contract_id', 'c.state'])
      .execute()
    return rows.map(({ state }) => state)
  })

test("each row's faults are named by number and column, and only good rows are sent", async () => {
  const made = await savedTemplate(server, who)
  const [good = []] = people(1)
  const rows = [good, ['薛闻笛', '139571062', '14500'], ['', '13900000001', '一万三千'], ['言蹊', who.phone, '']]
  const before = await surplusOf(server, who.tenantId)
  const batchId = await listedBatch(server, who, made, rows)
  const listed = (await server.call('getBatch', { batchId, pageSize: 50 }, who)).data
  expect(listed).toMatchObject({ batchState: 'listed', listedNumber: 4, faultyNumber: 3, total: 0, surplus: before })
  expect(listed.rowArray.map(({ row, faultArray }) => [row, faultArray])).toEqual([
    [2, []],
    [3, [{ field: '2.phone', message: '手机号格式不正确' }]],
    [
      4,
      [
        { field: '2.name', message: '请输入真实姓名' },
        { field: 'fill.pay', message: '请填写数字' },
      ],
    ],
    [5, [{ field: 'fill.pay', message: '请填写' }]],
  ])
  expect((await server.call('startBatch', { batchId }, who)).data.startedNumber).toBe(1)
  const done = await doneBatch(server, who, batchId)
  expect([done.total, done.doneNumber, done.failedNumber, done.listedNumber]).toEqual([1, 1, 0, 3])
  expect(await surplusOf(server, who.tenantId)).toBe(before - 1)
  expect(done.rowArray[0]?.signId).toBeTruthy()
})

test('faulty rows are corrected where they stand, kept, and sent later; each row is sent once', async () => {
  const made = await savedTemplate(server, who)
  const [good = []] = people(1)
  const batchId = await listedBatch(server, who, made, [good, ['薛闻笛', '139571062', '一万'], ['言蹊', '1390', '1']])
  const correct = (row: number, values: Record<string, string>) =>
    server.call('correctBatchRow', { batchId, row, values }, who)
  const half = await correct(3, { '2.phone': ' 13957106200 ' })
  expect(half.data).toEqual({
    faultArray: [{ field: 'fill.pay', message: '请填写数字' }],
    listedNumber: 3,
    faultyNumber: 2,
  })
  await server.call('startBatch', { batchId }, who)
  const first = await doneBatch(server, who, batchId)
  expect([first.doneNumber, first.listedNumber, first.faultyNumber]).toEqual([1, 2, 2])
  expect((await server.call('startBatch', { batchId }, who)).message).toBe('没有可以发送的行，请改好后再发送')
  expect((await correct(3, { 'fill.pay': '10,000' })).data.faultArray).toEqual([])
  expect((await correct(2, { 'fill.pay': '1' })).data.reason).toBe('batch/changed')
  expect((await correct(3, { 'fill.none': '1' })).message).toBe('名单中没有这一列')
  const left = await server.call('getBatch', { batchId, rowState: 'listed' }, who)
  expect(left.data.rowArray.map(({ row, valueArray }) => [row, ...valueArray])).toEqual([
    [3, '薛闻笛', '13957106200', '10,000'],
    [4, '言蹊', '1390', '1'],
  ])
  await server.call('startBatch', { batchId }, who)
  const second = await doneBatch(server, who, batchId)
  expect([second.doneNumber, second.failedNumber, second.listedNumber]).toEqual([2, 0, 1])
  expect(await sentOf(who.tenantId, batchId)).toEqual(['signing', 'signing'])
  expect((await server.call('dropBatchRows', { batchId }, who)).data.droppedNumber).toBe(1)
  expect((await server.call('getBatch', { batchId }, who)).data).toMatchObject({ listedNumber: 0, doneNumber: 2 })
})

test('the faulty rows are downloaded with what is wrong, and taken in again when they are corrected', async () => {
  const made = await savedTemplate(server, who)
  const [good = []] = people(1)
  const batchId = await listedBatch(server, who, made, [good, ['薛闻笛', '139571062', '14500'], ['', '1390', '1']])
  const { bytes, headers } = await server.blob('batchFaultSheet', { batchId }, who)
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('员工保密协议-有误的2行.xlsx')
  const [sheet] = await server.deps.workshop.readWorkbook(bytes, { sheets: 1, rows: 10, columns: 10, cellLength: 99 })
  expect(sheet?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['员工姓名*', '员工手机号*', '月工资*', '原行号', '问题'],
    ['薛闻笛', '139571062', '14500', '3', '员工手机号：手机号格式不正确'],
    ['1390', '1', '4', '员工姓名：请输入真实姓名；员工手机号：手机号格式不正确'],
  ])
  const again = await server.send('checkBatch', { fileName: '有误.xlsx', bytes }, { templateId: made.templateId }, who)
  expect((await server.call('getBatch', { batchId: again.data.batchId }, who)).data.listedNumber).toBe(2)
})

test('a list of which nothing was sent goes with its last row; a colleague sees nothing of it', async () => {
  const made = await savedTemplate(server, who)
  const batchId = await listedBatch(server, who, made, people(2))
  const other = await player(server, '13800000004', 'company')
  expect((await server.call('startBatch', { batchId }, other)).data.reason).toBe('batch/not-found')
  expect((await server.call('dropBatchRows', { batchId, row: 2 }, who)).data.droppedNumber).toBe(1)
  expect((await server.call('dropBatchRows', { batchId, row: 3 }, who)).data.droppedNumber).toBe(1)
  expect((await server.call('getBatch', { batchId }, who)).data.reason).toBe('batch/not-found')
})

test('whoever sends a batch is told once how it ended, and a party of several of its contracts once (F5)', async () => {
  const made = await savedTemplate(server, who, {
    roleArray: [
      { signerNo: 1, roleName: '本企业', signOrder: 1, signType: 1, own: 1 },
      { signerNo: 2, roleName: '员工', signOrder: 1, signType: 0, own: 0 },
    ],
    signOrderType: 'disorder',
  })
  const wang = '13800000001'
  const sms = async (phone: string) => (await messagesTo(server, phone, 'toSign')).length
  const [ownBefore, wangBefore] = [await sms(who.phone), await sms(wang)]
  const newest = async () => (await server.call('listMessage', {}, who)).data.messageArray
  const before = (await newest()).length
  const rows = [
    ['王小明', wang, '1'],
    ['王小明', wang, '2'],
    ['王小明', wang, '3'],
    ['言蹊', '1390', '4'],
  ]
  const done = await doneBatch(server, who, await startedBatch(server, who, made, rows))
  expect(done.doneNumber).toBe(3)
  const told = await newest()
  expect(told.length).toBe(before + 1)
  expect(told[0]?.text).toBe('批量发起《员工保密协议》已结束：已发送3份，1行未发送')
  expect([await sms(who.phone), await sms(wang)]).toEqual([ownBefore, wangBefore + 1])
})

test('a column that is missing, no spreadsheet, and too many rows are told', async () => {
  const { templateId } = await savedTemplate(server, who)
  const ask = (bytes: Buffer) => server.send('checkBatch', { fileName: 'x.xlsx', bytes }, { templateId }, who)
  const { bytes } = batchSheet(...people(1001))
  expect((await ask(bytes)).message).toBe('单次最多发起1000份，请拆分后分次发起')
  expect((await ask(Buffer.from('no'))).data.reason).toBe('file/type')
  expect((await ask(Buffer.alloc(5 * 1024 * 1024 + 1))).message).toBe('文件大小不能超过5MB')
})

test('starting twice at once with one key, and doing its jobs again, sends no row twice', async () => {
  const made = await savedTemplate(server, who)
  const before = await surplusOf(server, who.tenantId)
  const list = () => listedBatch(server, { ...who, key: 'once-and-for-all' }, made, people(6))
  const ids = new Set(await Promise.all([list(), list(), list()]))
  expect(ids.size).toBe(1)
  const [batchId = ''] = ids
  const start = () => server.call('startBatch', { batchId }, { ...who, key: 'started-once' })
  const started = await Promise.all([start(), start(), start()])
  expect(started.map(({ data }) => data.startedNumber)).toEqual([6, 6, 6])
  const again = [0, 1, 2, 0, 1, 2].map((lane) => sendBatch(server.deps, { tenantId: who.tenantId, batchId, lane }))
  await Promise.all(again)
  const done = await doneBatch(server, who, batchId)
  expect([done.doneNumber, done.failedNumber]).toEqual([6, 0])
  expect(await sentOf(who.tenantId, batchId)).toEqual(Array.from({ length: 6 }, () => 'signing'))
  expect(await surplusOf(server, who.tenantId)).toBe(before - 6)
})

test('quota that runs out in the middle fails the rest by name, and a retry sends those alone', async () => {
  const made = await savedTemplate(server, who)
  await setSurplus(server, who.tenantId, 5)
  const six = await listedBatch(server, who, made, people(6))
  const few = await server.call('startBatch', { batchId: six }, who)
  expect(few.data.reason).toBe('contract/quota')
  // Others take what was there when the batch was begun, before its first row is paid for.
  const batchId = await server.deps.db.write(who.tenantId, async (tx) => {
    await tx.selectFrom('quota_pack').where('tenant_id', '=', who.tenantId).select('pack_id').forUpdate().execute()
    const begun = await startedBatch(server, who, made, people(5))
    await fillPacks(tx, who.tenantId, 3)
    return begun
  })
  const ended = await doneBatch(server, who, batchId)
  expect([ended.doneNumber, ended.failedNumber, await surplusOf(server, who.tenantId)]).toEqual([3, 2, 0])
  expect(ended.rowArray.flatMap(({ fault }) => fault ?? [])).toEqual(
    Array.from({ length: 2 }, () => '剩余发起签署份数不足，请购买套餐后再发送'),
  )
  expect((await server.call('retryBatch', { batchId }, who)).data.reason).toBe('contract/quota')
  await setSurplus(server, who.tenantId, 50)
  expect((await server.call('retryBatch', { batchId }, who)).data.retriedNumber).toBe(2)
  const whole = await doneBatch(server, who, batchId)
  expect([whole.doneNumber, whole.failedNumber, await surplusOf(server, who.tenantId)]).toEqual([5, 0, 48])
  expect((await server.call('retryBatch', { batchId }, who)).data.retriedNumber).toBe(0)
})

test('a batch is sent from the version it was checked against', async () => {
  const made = await savedTemplate(server, who)
  const batchId = await listedBatch(server, who, made, people(4))
  await server.call(
    'saveTemplateLocation',
    { templateId: made.templateId, version: made.version, positionArray: [] },
    who,
  )
  await server.call('startBatch', { batchId }, who)
  const done = await doneBatch(server, who, batchId)
  expect([done.doneNumber, done.version]).toEqual([4, made.version])
  const broken = await server.call('makeFromTemplate', { templateId: made.templateId, values: {} }, who)
  expect(broken.data.reason).toBe('template/incomplete')
})
