import { randomUUID } from 'node:crypto'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkbook } from '#src/platform/spreadsheet/read-workbook.ts'
import { agree, colleague, companyIdOf } from '#src/testing/company-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { workbookOf } from '#src/testing/workbook-file.ts'

let server: TestServer
let owner: Player

beforeAll(async () => {
  server = await testServer({ now: () => Date.UTC(2026, 10, 20, 2) })
  owner = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

const headings = ['姓名', '手机号', '部门', '角色']
const phoneOf = (n: number) => `139${String(20_000_000 + n)}`
const nameOf = (n: number) =>
  `员工${[...String(n)].map((digit) => '零一二三四五六七八九'[Number(digit)] ?? '').join('')}`
const send = async (rows: string[][], fields: Record<string, string>, who = owner) =>
  server.send('importMembers', { fileName: 'a.xlsx', bytes: workbookOf(headings, ...rows) }, fields, {
    key: randomUUID(),
    ...who,
  })
const check = async (rows: string[][]) => (await send(rows, { mode: 'check' })).data
const save = async (rows: string[][], more: Record<string, string> = {}) =>
  (await send(rows, { mode: 'save', ...more })).data
const departments = async () =>
  (await server.call('listDepartment', {}, owner)).data.departmentArray.map(({ departmentName }) => departmentName)
const waiting = async () => (await server.call('listDepartment', {}, owner)).data.inviteNumber

const rows = Array.from({ length: 200 }, (_, at) => [
  nameOf(at),
  at === 7 ? '1392000' : at === 11 ? phoneOf(10) : phoneOf(at),
  at % 2 === 0 ? '总部/销售部' : '总部／ 客服部',
  at === 13 ? '总经理' : '',
])

test('two hundred rows are judged at their cells, with the departments that would be made, and nothing is kept', async () => {
  const before = [await departments(), await waiting()]
  const judged = await check(rows)
  expect(judged).toMatchObject({ total: 200, goodNumber: 197, savedNumber: 0, thereArray: [] })
  expect(judged.newDepartmentArray).toEqual(['总部/销售部', '总部/客服部'])
  expect(judged.faultArray.map(({ row, faultArray }) => [row, faultArray])).toEqual([
    [9, [{ field: 'phone', message: '手机号格式不正确' }]],
    [13, [{ field: 'phone', message: '与第12行重复' }]],
    [15, [{ field: 'role', message: '没有名为“总经理”的角色' }]],
  ])
  expect([await departments(), await waiting()]).toEqual(before)
})

test('the good rows are invited with their departments, corrected ones with them, and a repeat doubles nobody', async () => {
  const before = await waiting()
  const mends = [{ row: 9, memberName: nameOf(7), phone: phoneOf(7), department: '总部/销售部', role: '' }]
  const saved = await save(rows, { mendArray: JSON.stringify(mends) })
  expect([saved.savedNumber, saved.faultArray.length]).toEqual([198, 2])
  expect((await waiting()) - before).toBe(198)
  expect(await departments()).toEqual(expect.arrayContaining(['总部/销售部', '总部/客服部']))
  const again = await save(rows, { mendArray: JSON.stringify(mends) })
  expect([again.savedNumber, again.thereArray.length, again.newDepartmentArray]).toEqual([0, 198, []])
  expect((await waiting()) - before).toBe(198)
  const { data } = await server.call('listMemberLog', { pageSize: 50 }, owner)
  expect(data.logArray.filter(({ label }) => label === '批量导入成员').map(({ detail }) => detail)).toEqual([
    '从表格邀请198人，新建部门：总部/销售部、总部/客服部',
  ])
})

test('a lost answer is asked for again by its key and invites once', async () => {
  const asked = { key: randomUUID(), ...owner }
  const bytes = workbookOf(headings, ['王重复', '13930000001', '', ''])
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      server.send('importMembers', { fileName: 'a.xlsx', bytes }, { mode: 'save' }, asked),
    ),
  )
  expect(answers.map(({ data }) => data.savedNumber)).toEqual([1, 1, 1, 1])
})

test('whoever is imported joins in their department with their role', async () => {
  await save([['赵云', '13930000002', '总部/销售部', '合同查看人']])
  const zhao = await newcomer(server, '13930000002', '赵云')
  expect((await agree(server, zhao, await companyIdOf(server, owner))).code).toBe('0')
  const { data } = await server.call('listMember', { keyword: '赵云' }, owner)
  expect(data.memberArray).toMatchObject([{ departmentName: '总部/销售部', roleName: '合同查看人' }])
  expect((await check([['赵云', '13930000002', '', '']])).thereArray).toEqual([
    { row: 2, memberName: '赵云', message: '该手机号已是企业成员' },
  ])
})

const words = async (...given: string[][]) => (await send(given, {})).message

test('a file that is none, is empty or too long is told in words', async () => {
  expect(await words()).toBe('表格中没有成员，请填写后重新上传')
  expect(await words(...Array.from({ length: 501 }, (_, at) => [nameOf(at), phoneOf(at)]))).toBe(
    '单次最多导入500行，请拆分后分次导入',
  )
  const bytes = workbookOf(['部门'], ['销售部'])
  const missing = await server.send('importMembers', { fileName: 'a.xlsx', bytes }, {}, owner)
  expect(missing.message).toBe('没有找到“姓名”“手机号”两列，请下载模板，按模板的表头填写')
})

test('who manages no members imports none', async () => {
  const clerk = await colleague(server, owner, { name: '孙乾', phone: '13930000009' })
  expect((await send([['王小明', '13930000010', '', '']], { mode: 'save' }, clerk)).code).toBe(403)
})

const templateOf = async (input: Sent<Table['memberTemplate']>) => {
  const { bytes } = await server.blob('memberTemplate', input, owner)
  const [sheet] = readWorkbook(bytes, { sheets: 2, rows: 50, columns: 10, cellLength: 100 })
  return sheet?.rows.map(({ cells }) => cells.map(({ text }) => text))
}

test('the template is read as it is written, with the faults of the rows that are given', async () => {
  expect(await templateOf({})).toEqual([['姓名*', '手机号*', '部门', '角色']])
  const faulty = {
    row: 9,
    memberName: '王小明',
    phone: '139',
    department: '总部/销售部',
    role: '',
    faultArray: [{ field: 'phone', message: '手机号格式不正确' }],
  }
  expect((await templateOf({ faultArray: [faulty] }))?.[1]?.filter(Boolean)).toEqual([
    '王小明',
    '139',
    '总部/销售部',
    '手机号格式不正确',
  ])
})
