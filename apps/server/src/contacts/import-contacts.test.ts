import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findContactRows } from '@moqi/domain/contacts/contact-sheet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readWorkbook } from '#src/platform/spreadsheet/read-workbook.ts'
import { forgetContacts } from '#src/testing/contact-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { rawWorkbook, workbookOf } from '#src/testing/workbook-file.ts'

let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
let me: Player
let colleague: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  me = await player(server, '13800000002', 'company')
  colleague = await player(server, '13800000003', 'company')
})
afterAll(() => server.close())
beforeEach(() => forgetContacts(server, me))

const headings = ['姓名', '手机号', '企业名称', '统一社会信用代码', '邮箱', '备注']
const file = (...rows: string[][]) => workbookOf(headings, ...rows)
const phoneOf = (n: number) => `139${String(10_000_000 + n)}`
const nameOf = (n: number) =>
  `联系${[...String(n)].map((digit) => '零一二三四五六七八九'[Number(digit)] ?? '').join('')}`

const sendAs = (
  who: Player & { key?: string },
  bytes: Buffer,
  fields: Record<string, string> = {},
  fileName = 'a.xlsx',
) => server.send('importContacts', { fileName, bytes }, fields, who)
const check = async (bytes: Buffer) => (await sendAs(me, bytes)).data
const save = async (bytes: Buffer, fields: Record<string, string> = {}) =>
  (await sendAs(me, bytes, { mode: 'save', ...fields })).data
const totals = async (who = me) => {
  const { data } = await server.call('listContacts', { contactType: 'person', pageSize: 50 }, who)
  return [data.personTotal, data.companyTotal, data.contactArray.map(({ name }) => name)]
}

const good = file(
  ['王小明', '138 0000 0001', '', '', 'x@b.cn', '同学'],
  ['李静', '13800000002', '杭州云启科技有限公司', '91350100M000100Y43'],
  ['陈晨', '13800000004'],
)
const mixed = file(['王小明', '13800000001'], ['陆时雨', '1390280451', '成都锦时商务旅行有限公司'], ['', '13822016640'])

test('a check judges every row and keeps nothing', async () => {
  expect(await check(mixed)).toEqual({
    total: 3,
    goodNumber: 1,
    savedNumber: 0,
    faultArray: [
      {
        row: 3,
        name: '陆时雨',
        phone: '1390280451',
        companyName: '成都锦时商务旅行有限公司',
        creditCode: '',
        email: '',
        remark: '',
        faultArray: [{ field: 'phone', message: '手机号格式不正确' }],
      },
      expect.objectContaining({ row: 4, faultArray: [{ field: 'name', message: '请输入真实姓名' }] }),
    ],
  })
  expect(await totals()).toEqual([0, 0, []])
})

test('saving takes the rows without fault in the file’s order and answers the others', async () => {
  expect(await save(good)).toEqual({ total: 3, goodNumber: 3, savedNumber: 3, faultArray: [] })
  expect(await totals()).toEqual([2, 1, ['王小明', '陈晨']])
  expect(await save(mixed)).toMatchObject({ savedNumber: 0, faultArray: [{ row: 2 }, { row: 3 }, { row: 4 }] })
  const again = await check(good)
  expect(again.faultArray.flatMap(({ faultArray }) => faultArray.map(({ message }) => message))).toEqual(
    Array(3).fill('该联系人已存在'),
  )
  expect(await totals(colleague)).toEqual([0, 0, []])
})

test('mended rows stand in for those of the file, and are judged like them', async () => {
  const mends = [
    { row: 3, name: '陆时雨', phone: '13902804511', companyName: '成都锦时商务旅行有限公司' },
    { row: 4, name: '王小明', phone: '13800000001' },
    { row: 99, name: '没有这行', phone: '13800000009' },
  ]
  const answer = await save(mixed, { mendArray: JSON.stringify(mends) })
  expect(answer).toMatchObject({ total: 3, savedNumber: 2, faultArray: [{ row: 4 }] })
  expect(answer.faultArray[0]?.faultArray).toEqual([{ field: 'phone', message: '与第2行重复' }])
  expect(await totals()).toEqual([1, 1, ['王小明']])
  for (const mendArray of ['{', '[{"row":0,"name":"a","phone":"b"}]', '"x"', 'null']) {
    const bad = await sendAs(me, mixed, { mode: 'save', mendArray })
    expect([bad.status, bad.data.reason]).toEqual([400, 'request/invalid'])
  }
})

test('two thousand rows are taken in one go, one more is refused', async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => [nameOf(n), phoneOf(n), '', '', '', '备注'.repeat(50)])
  expect(await save(file(...rows))).toEqual({ total: 2000, goodNumber: 2000, savedNumber: 2000, faultArray: [] })
  expect((await totals()).slice(0, 2)).toEqual([2000, 0])
  const more = await sendAs(me, file(...rows, ['多余的', '13800000001']), { mode: 'save' })
  expect([more.code, more.message]).toEqual([422, '单次最多导入2000行，请拆分后分次导入'])
  expect((await totals()).slice(0, 2)).toEqual([2000, 0])
})

test('nothing is half done: rows beyond what an address book holds leave it as it was', async () => {
  await save(file(['王小明', '13800000001']))
  await server.deps.db.write(me.tenantId, (tx) =>
    tx.updateTable('contact_count').set({ number: 9999 }).where('contact_type', '=', 'person').execute(),
  )
  const answer = await sendAs(me, file(['陈晨', '13800000004'], ['李静', '13800000002']), { mode: 'save' })
  expect([answer.code, answer.data.reason]).toEqual([422, 'contact/full'])
  expect(await totals()).toEqual([9999, 0, ['王小明']])
  expect(await save(file(['陈晨', '13800000004']))).toMatchObject({ savedNumber: 1 })
})

test('ten parallel imports with one idempotency key have one effect and one answer', async () => {
  const once = { ...me, key: 'import-once' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendAs(once, good, { mode: 'save' })))
  for (const answer of answers) {
    expect([answer.code, answer.data]).toEqual([200, { total: 3, goodNumber: 3, savedNumber: 3, faultArray: [] }])
  }
  expect((await totals()).slice(0, 2)).toEqual([2, 1])
  const other = await sendAs(once, mixed, { mode: 'save' })
  expect([other.code, other.data.reason]).toEqual([409, 'request/idempotency-mismatch'])
  const mended = await sendAs(once, good, {
    mode: 'save',
    mendArray: '[{"row":2,"name":"王大明","phone":"13800000001"}]',
  })
  expect(mended.data.reason).toBe('request/idempotency-mismatch')
})

test('ten parallel imports without a key write each contact down once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(good)))
  expect(answers.map(({ savedNumber }) => savedNumber).toSorted((a, b) => b - a)).toEqual([3, ...Array(9).fill(0)])
  expect((await totals()).slice(0, 2)).toEqual([2, 1])
})

const rowXml = (row: number, ...texts: string[]) => `<row r="${row}">${texts.join('')}</row>`
const textXml = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

test('a formula is never worked out, and named with its cell', async () => {
  const formula = '<c t="str"><f>WEBSERVICE("http://example.com")</f><v>13800000001</v></c>'
  const answer = await check(
    rawWorkbook(
      `<worksheet><sheetData>${rowXml(1, textXml('姓名'), textXml('手机号'))}${rowXml(2, textXml('王小明'), formula)}</sheetData></worksheet>`,
    ),
  )
  expect(answer).toMatchObject({ goodNumber: 0, faultArray: [{ row: 2, name: '王小明', phone: '13800000001' }] })
  expect(answer.faultArray[0]?.faultArray).toEqual([{ field: 'phone', message: '单元格是公式，请改为文字' }])
})

const fixtures = join(import.meta.dirname, '../platform/spreadsheet/fixtures')

test.each([
  [
    'a wrong sheet',
    workbookOf(['合同', '金额'], ['采购', '100']),
    422,
    '没有找到“姓名”“手机号”两列，请下载模板，按模板的表头填写',
  ],
  ['headings alone', file(), 422, '表格中没有联系人，请填写后重新上传'],
  [
    'an .xls that was renamed',
    readFileSync(join(fixtures, 'sheetjs.xls')),
    422,
    '不支持旧版 .xls 或加密的表格，请另存为不加密的 .xlsx 后重新上传',
  ],
  ['a CSV', Buffer.from('姓名,手机号'), 422, '仅支持 .xlsx 格式的表格，请下载模板填写'],
  ['nothing', Buffer.alloc(0), 422, '仅支持 .xlsx 格式的表格，请下载模板填写'],
  ['a broken file', file(['王小明', '13800000001']).subarray(0, 300), 422, '文件已损坏或无法解析'],
  [
    'a zip bomb',
    rawWorkbook('<worksheet/>', { 'xl/sharedStrings.xml': new Uint8Array(100 * 1024 * 1024) }),
    422,
    '表格内容过多，请只保留需要的行后重新上传',
  ],
  [
    'more than five megabytes',
    rawWorkbook('<worksheet/>', { 'docProps/x.bin': noise(5 * 1024 * 1024) }),
    422,
    '文件大小不能超过5MB',
  ],
])('%s is refused with what to do', async (_what, bytes, code, message) => {
  const answer = await sendAs(me, bytes, { mode: 'save' })
  expect([answer.status, answer.code, answer.message]).toEqual([200, code, message])
})

/** Bytes that do not pack. */
function noise(length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) =>
    createHash('sha256').update(String(n)).digest(),
  )
  return Buffer.concat(blocks)
}

const bounds = { sheets: 3, rows: 100, columns: 20, cellLength: 600 }

test('the template has the headings that an import looks for, and nothing to import', async () => {
  const { bytes, headers } = await server.blob('contactTemplate', {}, me)
  expect(headers['content-disposition']).toContain(encodeURIComponent('通讯录导入模板.xlsx'))
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(findContactRows(readWorkbook(bytes, bounds))).toEqual([])
  expect((await sendAs(me, bytes)).message).toBe('表格中没有联系人，请填写后重新上传')
})

test('faulty rows come back as a workbook that can be mended and imported; what could be a formula is harmless', async () => {
  const { faultArray } = await check(
    file(['王小明', '1380', '', '', '', '=HYPERLINK("http://example.com")'], ['@陈晨', '+86 138 0000 0004']),
  )
  const { bytes } = await server.blob('contactTemplate', { faultArray }, me)
  const [sheet] = readWorkbook(bytes, bounds)
  expect(sheet?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['姓名*', '手机号*', '企业名称', '统一社会信用代码', '邮箱', '备注', '问题'],
    ['王小明', '1380', '\'=HYPERLINK("http://example.com")', '手机号格式不正确'],
    ["'@陈晨", "'+86 138 0000 0004", '姓名格式不正确，请与证件保持一致'],
  ])
  expect(sheet?.rows.flatMap(({ cells }) => cells.filter(({ isFormula }) => isFormula))).toEqual([])
  const again = await check(bytes)
  expect(again.faultArray.map(({ name, phone, remark }) => [name, phone, remark])).toEqual([
    ['王小明', '1380', '=HYPERLINK("http://example.com")'],
    ['@陈晨', '+86 138 0000 0004', ''],
  ])
})

test('another program’s workbook is imported', async () => {
  expect(await save(readFileSync(join(fixtures, 'openpyxl.xlsx')))).toMatchObject({
    total: 3,
    savedNumber: 2,
    faultArray: [{ row: 4, faultArray: [{ field: 'name', message: '单元格是公式，请改为文字' }] }],
  })
})
