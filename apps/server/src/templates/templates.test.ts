import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player, personSigner, signNow } from '#src/testing/contract-scene.ts'
import { colleague } from '#src/testing/company-scene.ts'
import { fillPacks, setSurplus, surplusOf } from '#src/testing/quota-scene.ts'
import { batchSheet, doneBatch, people, savedTemplate, startedBatch } from '#src/testing/template-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { sendBatch } from '#src/batches/send-batch.ts'

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

test('a template is edited into new versions, and an old page is told to read it anew (R26)', async () => {
  const made = await savedTemplate(server, who)
  expect(made.version).toBe(2)
  const { data } = await server.call('getTemplate', { templateId: made.templateId }, who)
  expect(data.columnArray.map(({ heading }) => heading)).toEqual(['员工姓名', '员工手机号', '月工资'])
  expect(data.versionArray.map(({ version }) => version)).toEqual([2, 1])
  const { fileArray, positionArray, columnArray: _c, versionArray: _v, ready: _r, templateState: _s, ...head } = data
  const again = { ...head, fileIdArray: fileArray.map(({ fileId }) => fileId) }
  const saved = await server.call('saveTemplate', { ...again, templateName: '保密协议（二）' }, who)
  expect(saved.data.version).toBe(3)
  const stale = await server.call('saveTemplate', again, who)
  expect([stale.code, stale.message]).toEqual([409, '模板已在其他页面更新，请刷新后重试'])
  const old = await server.call('getTemplate', { templateId: made.templateId, version: 2 }, who)
  expect(old.data.positionArray).toEqual(positionArray)
  const listed = await server.call('listTemplates', { keyword: '（二）' }, who)
  expect(listed.data.templateArray[0]).toMatchObject({ templateName: '保密协议（二）', ready: 1, fillInNumber: 1 })
})

test('a colleague who may launch uses the template with its files, a stranger finds none', async () => {
  const { templateId } = await savedTemplate(server, who)
  const mate = await colleague(server, who, { name: '孙悟空', phone: '13900000401' })
  const { data } = await server.call('makeFromTemplate', { templateId, values: { 'fill.pay': '12,000' } }, mate)
  const draft = await server.call('getDraftInfo', { signId: data.signId }, mate)
  expect(draft.data.signerArray.map(({ signerName }) => signerName)).toEqual(['孙悟空', ''])
  expect(draft.data.positionArray.map(({ positionId }) => positionId).toSorted()).toEqual(['seal', 'sign'])
  const { signId, version, fileArray, signerArray, ...rest } = draft.data
  const [own] = signerArray
  const saved = await server.call(
    'saveDraft',
    {
      signId,
      version,
      taskName: rest.taskName,
      signOrderType: rest.signOrderType,
      signExpireTime: rest.signExpireTime,
      fileIdArray: fileArray.map(({ fileId }) => fileId),
      signerArray: [
        {
          signerNo: 1,
          signOrder: 2,
          signType: 1,
          signerName: own?.signerName ?? '',
          phone: mate.phone,
          companyName: own?.companyName ?? '',
        },
        personSigner(2, '王小明', '13800000001', 1),
      ],
    },
    mate,
  )
  const placed = await server.call(
    'saveLocation',
    { signId, version: saved.data.version, positionArray: rest.positionArray },
    mate,
  )
  expect(placed.data.status).toBe('waitSend')
  expect((await server.call('sendTask', { signId }, mate)).code).toBe(200)
  const file = fileArray[0]?.fileId ?? ''
  const content = await server.blob('fileContent', { fileId: file, signId }, mate)
  // What the initiator filled in stands in the document, normalised.
  expect(content.bytes.includes('/V(12000)')).toBe(true)
  const employee = await player(server, '13800000001', 'person')
  await signNow(server, employee, data.taskId)
  const signed = await server.blob('fileContent', { fileId: file, signId }, mate)
  expect((await server.deps.workshop.verify(signed.bytes)).verdict).toBe('valid')
  const mine = await server.blob('fileContent', { fileId: file, templateId }, mate)
  expect(mine.headers['content-type']).toBe('application/pdf')
  const stranger = await player(server, '13800000004', 'company')
  const foreign = await server.blob('fileContent', { fileId: file, templateId }, stranger)
  expect(JSON.parse(foreign.bytes.toString()).data.reason).toBe('file/not-found')
})

test('a disabled template launches nothing, a used one is not deleted, an unused one is', async () => {
  const { templateId } = await savedTemplate(server, who)
  await server.call('setTemplateState', { templateId, templateState: 'disabled' }, who)
  const refused = await server.call('makeFromTemplate', { templateId, values: { 'fill.pay': '1' } }, who)
  expect(refused.data.reason).toBe('template/disabled')
  await server.call('setTemplateState', { templateId, templateState: 'enabled' }, who)
  const missing = await server.call('makeFromTemplate', { templateId }, who)
  expect([missing.data.field, missing.message]).toEqual(['fill.pay', '月工资：请填写'])
  expect((await server.call('makeFromTemplate', { templateId, values: { 'fill.pay': '1' } }, who)).code).toBe(200)
  expect((await server.call('deleteTemplate', { templateId }, who)).data.reason).toBe('template/used')
  const other = await savedTemplate(server, who)
  expect((await server.call('deleteTemplate', { templateId: other.templateId }, who)).code).toBe(200)
  const gone = await server.call('getTemplate', { templateId: other.templateId }, who)
  expect(gone.data.reason).toBe('template/not-found')
})

test('the sheet to fill in has the columns of its template, and is taken back as it is', async () => {
  const { templateId } = await savedTemplate(server, who)
  const { bytes } = await server.blob('batchTemplate', { templateId }, who)
  const [sheet] = await server.deps.workshop.readWorkbook(bytes, { sheets: 1, rows: 10, columns: 10, cellLength: 99 })
  expect(sheet?.rows[0]?.cells.map(({ text }) => text)).toEqual(['员工姓名*', '员工手机号*', '月工资*'])
  const empty = await server.send('checkBatch', { fileName: 'a.xlsx', bytes }, { templateId }, who)
  expect(empty.message).toBe('表格中没有数据，请填写后重新上传')
})

test("each row's faults are named by number and column, and only good rows are sent", async () => {
  const made = await savedTemplate(server, who)
  const [good = []] = people(1)
  const rows = [good, ['薛闻笛', '139571062', '14500'], ['', '13900000001', '一万三千'], ['言蹊', who.phone, '']]
  const checked = await server.send('checkBatch', batchSheet(...rows), { templateId: made.templateId }, who)
  expect(checked.data.rowArray.map(({ row, faultArray }) => [row, faultArray])).toEqual([
    [2, []],
    [3, [{ field: '2.phone', message: '手机号格式不正确' }]],
    [
      4,
      [
        { field: '2.signerName', message: '请输入真实姓名' },
        { field: 'fill.pay', message: '请填写数字' },
      ],
    ],
    [5, [{ field: 'fill.pay', message: '请填写' }]],
  ])
  const before = await surplusOf(server, who.tenantId)
  const done = await doneBatch(server, who, await startedBatch(server, who, made, rows))
  expect([done.total, done.doneNumber, done.failedNumber]).toEqual([1, 1, 0])
  expect(await surplusOf(server, who.tenantId)).toBe(before - 1)
  expect(done.rowArray[0]?.signId).toBeTruthy()
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
  const start = () => startedBatch(server, { ...who, key: 'once-and-for-all' }, made, people(6))
  const ids = await Promise.all([start(), start(), start()])
  expect(new Set(ids).size).toBe(1)
  const [batchId = ''] = ids
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
  const few = await server.send(
    'startBatch',
    batchSheet(...people(6)),
    { templateId: made.templateId, version: `${made.version}` },
    who,
  )
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

test('a batch goes on from the version it was begun with', async () => {
  const made = await savedTemplate(server, who)
  const stale = { templateId: made.templateId, version: String(made.version - 1) }
  expect((await server.send('startBatch', batchSheet(...people(1)), stale, who)).data.reason).toBe('template/stale')
  const batchId = await startedBatch(server, who, made, people(4))
  await server.call(
    'saveTemplateLocation',
    { templateId: made.templateId, version: made.version, positionArray: [] },
    who,
  )
  const done = await doneBatch(server, who, batchId)
  expect([done.doneNumber, done.version]).toEqual([4, made.version])
  const broken = await server.call('makeFromTemplate', { templateId: made.templateId, values: {} }, who)
  expect(broken.data.reason).toBe('template/incomplete')
})
