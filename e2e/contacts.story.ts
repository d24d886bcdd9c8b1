import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readWorkbook } from '../apps/server/src/platform/spreadsheet/read-workbook.ts'
import { writeWorkbook } from '../apps/server/src/platform/spreadsheet/write-workbook.ts'
import { axeFindings } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { launchContract, sampleFile } from './support/launch.ts'
import { chen, jing, type Person, wang } from './support/people.ts'
import { stage } from './support/stage.ts'
import { openAs } from './support/session.ts'

/** The address book: from a spreadsheet with faults to the parties of a contract, and back from it. */

const scene = stage()
const zhao: Person = { phone: '13900000077', name: '赵敏', company: null }
const zhang: Person = { phone: '13800000003', name: '张伟', company: '杭州云启科技有限公司' }
let desk: Visitor

/** A visible word of the list, as a table on a desk or as cards on a phone. */
const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).locator('visible=true').first()

async function open(person: Person, kind: 'desktop' | 'phone' = 'desktop'): Promise<Visitor> {
  const visitor = await scene.browser[kind](scene.server.url)
  await openAs(visitor.page, person, { path: '/home/user/contact' })
  await visitor.page.waitForURL('**/user/contact')
  return visitor
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<string[][]> {
  const download = page.waitForEvent('download')
  await press()
  const bytes = readFileSync(await (await download).path())
  const bounds = { sheets: 1, rows: 100, columns: 20, cellLength: 600 }
  const [sheet] = readWorkbook(bytes, bounds)
  return (sheet?.rows ?? []).map(({ cells }) => cells.map(({ text }) => text))
}

test('the tile leads to an empty address book, whose template can be had (checklist H17, R40)', async () => {
  desk = await open(jing)
  const { page } = desk
  await page.goto('/home/')
  await page.getByRole('link', { name: /^通讯录/ }).click()
  await page.waitForURL('**/user/contact')
  await page.getByText('暂无联系人').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const rows = await downloaded(page, () => page.getByRole('button', { name: '下载模板' }).click())
  expect(rows).toEqual([['姓名*', '手机号*', '企业名称', '统一社会信用代码', '邮箱', '备注']])
})

test('a file that is none is refused in its place', async () => {
  const { page } = desk
  await page.getByRole('button', { name: '批量导入' }).first().click()
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from('姓名,手机号') })
  await page.getByText('仅支持 .xlsx 格式的表格，请下载模板填写').waitFor()
  await choose.setInputFiles({ name: '名单.xlsx', mimeType: 'text/csv', buffer: Buffer.from('姓名,手机号') })
  await page.getByText('仅支持 .xlsx 格式的表格，请下载模板填写').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('two faulty rows of a spreadsheet are named, mended in place, and taken with the others', async () => {
  const { page } = desk
  const rows = [
    ['姓名', '手机号', '企业名称', '备注'],
    [wang.name, '138 0000 0001', '', '老同学'],
    [chen.name, '1380000004', '上海嘉禾物业管理有限公司', ''],
    ['', '13900000088', '', ''],
  ]
  const buffer = writeWorkbook([{ name: '供应商', widths: [], rows }])
  await page.locator('input[type=file]').setInputFiles({ name: '供应商.xlsx', mimeType: '', buffer })
  await page.getByText('2行有误，改好即可一并导入').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const faulty = await downloaded(page, () => page.getByRole('button', { name: '下载有误的2行' }).click())
  expect(faulty.slice(1).map((cells) => cells.at(-1))).toEqual(['手机号格式不正确', '请输入真实姓名'])
  await page.getByLabel('第3行手机号，手机号格式不正确').fill(chen.phone)
  await page.getByText('已改好').waitFor()
  await page.getByLabel('第4行姓名，请输入真实姓名').fill('周密')
  await page.getByRole('button', { name: '导入3行' }).click()
  await page.getByText('已导入3位联系人').waitFor()
  await seen(page, '周密').waitFor()
  await page.getByRole('button', { name: '企业联系人 1' }).click()
  await seen(page, '上海嘉禾物业管理有限公司').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('a contact is looked for by two characters, changed and kept', async () => {
  const { page } = desk
  await page.getByRole('button', { name: '个人联系人 2' }).click()
  await page.getByLabel('姓名、手机号或企业名称').fill('小明')
  await page.waitForURL('**keyword=**')
  await seen(page, '周密').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: `编辑：${wang.name}` }).click()
  await page.getByLabel('邮箱（选填）').fill('xiaoming@example')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('邮箱格式不正确').waitFor()
  await page.getByLabel('邮箱（选填）').fill('xiaoming@example.cn')
  await page.getByRole('button', { name: '保存' }).click()
  await seen(page, 'xiaoming@example.cn').waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
})

test('a contact’s row opens the wizard with that party', async () => {
  const { page } = desk
  await page.goto('/home/user/contact')
  await page.getByRole('button', { name: `发起签署：${wang.name}` }).click()
  await page.waitForURL('**/temp-create**')
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  expect(await page.getByLabel('姓名').first().inputValue()).toBe(wang.name)
  expect(await page.getByLabel('手机号').last().inputValue()).toBe(wang.phone)
})

test('a contract is launched with two contacts, and its third party becomes one', async () => {
  const { page } = desk
  await page.goto('/home/')
  await launchContract(page, {
    file: '保密协议.pdf',
    others: [zhao],
    fromContacts: [wang, chen],
    ownSideSigns: false,
    page: 1,
    placings: [
      { person: zhao, kind: '个人签名', x: 0.2, y: 0.3 },
      { person: wang, kind: '个人签名', x: 0.5, y: 0.3 },
      { person: chen, kind: '企业印章', x: 0.8, y: 0.3 },
    ],
  })
  await page.goto('/home/user/contact')
  await page.getByRole('button', { name: '个人联系人 3' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: zhao.name })
  await row.getByText('139 0000 0077').waitFor()
  await row.getByText('共 1 份').waitFor()
  const known = page.getByRole('row').filter({ hasText: wang.name })
  await known.getByText('xiaoming@example.cn').waitFor()
  expect(await known.getByText('共 1 份').count()).toBe(1)
  expect(await page.getByRole('row').filter({ hasText: '周密' }).getByText('共').count()).toBe(0)
})

test('an unticked box keeps the address book as it is', async () => {
  const { page } = desk
  await page.goto('/home/temp-create')
  await page.locator('.drop input[type=file]').setInputFiles({
    name: '另一份.pdf',
    mimeType: 'application/pdf',
    buffer: readFileSync(new URL('../samples/保密协议.pdf', import.meta.url)),
  })
  await page.getByRole('button', { name: '删除 另一份.pdf' }).waitFor()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('checkbox', { name: '自动保存到通讯录' }).uncheck()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('草稿已保存', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('checkbox', { name: '自动保存到通讯录' }).isChecked()).toBe(false)
  expect(await axeFindings(page)).toEqual([])
})

test('doubles are found and made one, on a phone', async () => {
  const visitor = await open(jing, 'phone')
  const { page } = visitor
  await page.getByRole('button', { name: '新增联系人' }).click()
  await page.getByLabel('姓名', { exact: true }).fill('王晓明')
  await page.getByRole('textbox', { name: '手机号' }).fill(wang.phone)
  await page.getByRole('button', { name: '保存' }).click()
  await seen(page, '王晓明').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '合并重复' }).click()
  await page.getByText('手机号相同').waitFor()
  await page.getByRole('radio', { name: wang.name, exact: true }).check()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '合并2位为1位' }).click()
  await page.getByText('联系人已合并').waitFor()
  await page.getByRole('button', { name: '个人联系人 3' }).waitFor()
  await seen(page, 'xiaoming@example.cn').waitFor()
  await page.getByRole('button', { name: '更多：周密' }).locator('visible=true').click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByText('确定要删除“周密”吗？').waitFor()
  const last = page.getByRole('dialog').getByRole('button', { name: '删除', exact: true })
  expect(await last.getAttribute('class')).toContain('btn-seal')
  await last.click()
  await page.getByRole('button', { name: '个人联系人 2' }).waitFor()
  expect(visitor.faults).toEqual([])
  await visitor.close()
})

test('a colleague’s address book is another', async () => {
  const visitor = await open(zhang)
  await visitor.page.getByText('暂无联系人').waitFor()
  expect(visitor.faults).toEqual([])
  expect(desk.faults).toEqual([])
  await visitor.close()
})
