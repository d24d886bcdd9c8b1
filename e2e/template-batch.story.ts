import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { writeWorkbook } from '../apps/server/src/platform/spreadsheet/write-workbook.ts'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { judge } from './support/judge.ts'
import { sampleFile } from './support/launch.ts'
import { chen, jing } from './support/people.ts'
import { picture, pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** A template of two sides and a salary, and 200 rows of a spreadsheet that become contracts. */

const scene = stage()
const folder = mkdtempSync(join(tmpdir(), 'moqi-batch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const headings = ['员工姓名', '员工手机号', '月工资']
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ['程若水', `139${String(10_000_000 + n)}`, String(9000 + n)])

function sheetOf(name: string, rows: string[][]): string {
  const path = join(folder, name)
  writeFileSync(path, writeWorkbook([{ name: '名单', widths: [], rows: [headings, ...rows] }]))
  return path
}

async function place(page: Page, { role, kind, x, y }: { role: RegExp; kind: string; x: number; y: number }) {
  const tools = page.getByRole('complementary', { name: '控件与属性' })
  // The pages open where the sides sign, on the last one.
  // A page's small picture is named after its number, behind the count of the places that are on it.
  await page
    .getByRole('button', { name: /第 1 页$/ })
    .first()
    .click()
  const sheet = page.getByRole('group', { name: '第1页', exact: true })
  await sheet.locator('canvas').first().waitFor()
  await tools.getByRole('radio', { name: role }).check({ force: true })
  await tools.getByRole('button', { name: kind, exact: true }).click()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the page is not on screen')
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
  await tools.getByRole('heading', { name: new RegExp(`^${kind}`), level: 2 }).waitFor()
}

test(
  'a template is made, and 200 rows of a spreadsheet are sent from it (R26, R24)',
  { timeout: 300_000 },
  async () => {
    const { page, faults } = await scene.browser.desktop(scene.server.url)
    await openAs(page, jing, { path: '/home/space/templates' })
    await page.getByText('还没有模板').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: '新建模板' }).first().click()
    await page.locator('input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
    await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
    await page.getByLabel('模板名称').fill('员工保密协议')
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'template-files')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('heading', { name: '签署角色', level: 1 }).waitFor()
    await page.getByLabel('角色名称').nth(1).fill('员工')
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'template-roles')
    await page.getByRole('button', { name: '下一步' }).click()
    await place(page, { role: /^本企业/, kind: '企业印章', x: 0.2, y: 0.3 })
    await place(page, { role: /^员工/, kind: '个人签名', x: 0.5, y: 0.3 })
    await place(page, { role: /^发起方填写/, kind: '单行文本', x: 0.7, y: 0.5 })
    await page.getByLabel('名称').fill('月工资')
    await page.getByRole('checkbox', { name: '仅限数字' }).check()
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'template-places')
    await page.getByRole('button', { name: '完成' }).click()
    await page.getByText('模板已保存').waitFor()
    await page.getByText('已启用').waitFor()
    await picture(page, 'templates')
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('button', { name: '批量发起：员工保密协议' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载模板' }).click()
    expect((await download).suggestedFilename()).toBe('员工保密协议-批量发起.xlsx')
    const faulty = [...rowsOf(1), ['薛闻笛', '139571062', '一万三千']]
    await page.locator('input[type=file]').setInputFiles(sheetOf('有误.xlsx', faulty))
    await page.getByText('手机号格式不正确').waitFor()
    await page.getByText('请填写数字').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'batch-faults')
    // What is corrected stays so when the page is read anew, and what is not can be taken along.
    await page.getByLabel(/^第3行员工手机号/).fill('13957106200')
    await page.getByLabel(/^第3行员工手机号/).press('Enter')
    await page.getByText('手机号格式不正确').waitFor({ state: 'detached' })
    const faultySheet = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载有误的1行' }).click()
    expect((await faultySheet).suggestedFilename()).toBe('员工保密协议-有误的1行.xlsx')
    await page.reload()
    await page.getByText('请填写数字').waitFor()
    expect(await page.getByText('手机号格式不正确').count()).toBe(0)
    // The good row goes, the faulty one is kept, corrected and sent after it.
    await page.getByRole('button', { name: '发送1份' }).click()
    await page.getByRole('heading', { name: '发送结束' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'batch-unsent')
    await page.getByRole('link', { name: '改好后发送这1行' }).click()
    await page.getByLabel(/^第3行月工资/).fill('13000')
    await page.getByLabel(/^第3行月工资/).press('Enter')
    await page.getByText('已改好').waitFor()
    await page.getByRole('button', { name: '发送1份' }).click()
    await page.getByRole('heading', { name: '全部已发送' }).waitFor()
    await page.getByText('2 / 2 份').waitFor()
    await page.goto('/home/space/templates')
    await page.getByRole('button', { name: '批量发起：员工保密协议' }).click()
    await inDatabase(scene.server, 'update quota_pack set total = 1000, remaining = 1000')
    await page.locator('input[type=file]').setInputFiles(sheetOf('名单.xlsx', rowsOf(200)))
    await page.getByRole('button', { name: '发送200份' }).click()
    await page.waitForURL('**/template-batch?batchId=**')
    await page.getByText('正在发送').waitFor()
    await picture(page, 'batch-sending')
    // Leaving the page ends nothing.
    await page.getByRole('link', { name: '转到后台' }).click()
    await page.getByRole('link', { name: '查看批量发起：员工保密协议，名单.xlsx' }).click()
    await page.getByRole('heading', { name: '全部已发送' }).waitFor({ timeout: 240_000 })
    await page.getByText('200 / 200 份').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'batch-done')
    const sent = await inDatabase(scene.server, `select from contract where state = 'signing' and subject = '保密协议'`)
    expect(sent).toBe(202)
    await page.getByRole('link', { name: '查看第2行的合同' }).click()
    const finished = page.waitForResponse(/file\/content/)
    const file = await (await finished).body()
    writeFileSync(join(folder, 'sent.pdf'), file)
    expect(judge(readFileSync(join(folder, 'sent.pdf')), scene.server.rootFile).faults).toEqual([])
    expect(faults).toEqual([])
  },
)

test('one contract is made from the template in the wizard, on a phone too', async () => {
  const { page, faults } = await scene.browser.phone(scene.server.url)
  await openAs(page, jing, { path: '/home/space/templates' })
  await page.getByText('员工保密协议').first().waitFor()
  await picture(page, 'templates-phone')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: /^查看批量发起.*，名单.xlsx/ }).click()
  await page.getByRole('heading', { name: '全部已发送' }).waitFor()
  await picture(page, 'batch-phone')
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/home/temp-create')
  await page.getByRole('button', { name: '从模板创建' }).click()
  await page.getByRole('button', { name: /^员工保密协议/ }).click()
  await page.getByLabel('月工资').fill('12000')
  await picture(page, 'pick-template-phone')
  await page.getByRole('button', { name: '创建合同' }).click()
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  expect(await page.getByLabel('经办人').inputValue()).toBe('李静')
  await page.goto('/home/login')
  expect(faults).toEqual([])
})

test('a stranger finds no template of the company', async () => {
  const { page } = await scene.browser.desktop(scene.server.url)
  await openAs(page, chen, { path: '/home/space/templates' })
  await page.getByText('还没有模板').waitFor()
  expect(await page.getByText('员工保密协议').count()).toBe(0)
})
