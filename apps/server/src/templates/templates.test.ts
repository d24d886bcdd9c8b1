import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player, personSigner, signNow } from '#src/testing/contract-scene.ts'
import { colleague } from '#src/testing/company-scene.ts'
import { savedTemplate } from '#src/testing/template-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let who: Player
const clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  who = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

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
  const verdict = await server.deps.workshop.verify(signed.bytes)
  expect(verdict.reasonArray.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    'indeterminate contract-unfinished',
  ])
  const mine = await server.blob('fileContent', { fileId: file, templateId }, mate)
  expect(mine.headers['content-type']).toBe('application/pdf')
  const stranger = await player(server, '13800000004', 'company')
  const foreign = await server.blob('fileContent', { fileId: file, templateId }, stranger)
  expect(JSON.parse(foreign.bytes.toString()).data.reason).toBe('file/not-found')
})

test('what a role asks of its party’s will is asked in every contract of the template', async () => {
  const { templateId } = await savedTemplate(server, who, {
    roleArray: [
      { signerNo: 1, roleName: '本企业', signOrder: 2, signType: 1, own: 1 },
      { signerNo: 2, roleName: '员工', signOrder: 1, signType: 0, own: 0, willAuthType: 'double' },
    ],
  })
  const info = await server.call('getTemplate', { templateId }, who)
  expect(info.data.roleArray.map(({ willAuthType }) => willAuthType)).toEqual(['any', 'double'])
  const { data } = await server.call('makeFromTemplate', { templateId, values: { 'fill.pay': '12,000' } }, who)
  const draft = await server.call('getDraftInfo', { signId: data.signId }, who)
  expect(draft.data.signerArray.map(({ signerNo, willAuthType }) => [signerNo, willAuthType])).toEqual([
    [1, 'any'],
    [2, 'double'],
  ])
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
