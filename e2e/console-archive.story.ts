import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeWorkbook } from '../apps/server/src/platform/spreadsheet/write-workbook.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import type { Visitor } from './support/browser.ts'
import { axeFindings } from './support/axe.ts'
import { sampleFile } from './support/launch.ts'
import { faultLines, layoutFaults } from './support/layout.ts'
import { jing, type Person, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** The company's archive: folders, its own fields, terms and what ends soon, contracts that were not signed here. */

const scene = stage()
const dayMs = 86_400_000
let desk: Visitor

/** A day of Shanghai, which is a third of a day ahead. */
const dayAfter = (days: number) => new Date(Date.now() + dayMs / 3 + days * dayMs).toISOString().slice(0, 10)
const bytes = () => new Uint8Array(readFileSync(sampleFile('保密协议.pdf')))
const papers = [
  ['园区物业管理服务合同（二〇二五年度）', 'HT20250401000071', '上海嘉禾物业管理有限公司', -345, 20],
  [
    '云启科技园三号楼二层办公场地租赁、物业管理服务费用分摊与年度结算协议',
    'HT20260310000487',
    '上海嘉禾物业管理有限公司',
    20,
    380,
  ],
  ['电梯维保服务合同', 'HT20250228000044', '杭州望潮置业有限公司', -377, -12],
  ['停车场使用协议', 'HT20251101000733', '上海嘉禾物业管理有限公司', -130, 960],
] as const

test('an archive that holds nothing says how it fills, at every width', async () => {
  desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, jing, { path: '/console/' })
  await page.getByRole('link', { name: '合同归档' }).click()
  await page.getByRole('heading', { name: '合同归档', level: 1 }).waitFor()
  await page.getByText('没有待归档的合同').waitFor()
  await isWhole(page, 'console-archive-empty')
  expect(await page.getByRole('checkbox').count()).toBe(0)
})

test('contracts from paper are taken several at once, and never called ours', async () => {
  const { page } = desk
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '导入纸质或外部合同' }).click()
  const sheet = page.getByRole('dialog', { name: '导入纸质或外部合同' })
  await sheet.locator('input[type=file]').setInputFiles([
    { name: '场地租赁合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes()) },
    { name: '不是合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no contract') },
  ])
  await sheet.getByText('已导入，未检测到数字签名').waitFor()
  await sheet.getByText('仅支持导入 pdf、jpg、png 格式').waitFor()
  expect(faultLines(await layoutFaults(page, 'console-archive-papers', { within: 'dialog' }))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '完成' }).click()
  await page.getByText('导入的合同').locator('visible=true').first().waitFor()
})

test('folders are made and contracts filed, one by one or many at once', async () => {
  const { page } = desk
  for (const name of ['采购合同', '人事合同']) {
    await page.getByRole('button', { name: '新建文件夹' }).click()
    const sheet = page.getByRole('dialog', { name: '新建文件夹' })
    await sheet.getByLabel('文件夹名称').fill(name)
    await sheet.getByRole('button', { name: '保存' }).click()
    await sheet.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: '更多：采购合同' }).click()
  await page.getByRole('menuitem', { name: '新建下级文件夹' }).click()
  const below = page.getByRole('dialog', { name: '新建文件夹' })
  await below.getByLabel('文件夹名称').fill('物业与场地')
  await below.getByRole('button', { name: '保存' }).click()
  await below.waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: '选择：场地租赁合同' }).first().check()
  await page.getByRole('button', { name: '归档1份' }).click()
  const filing = page.getByRole('dialog', { name: '归档1份合同' })
  await filing.getByLabel('放入文件夹').selectOption({ label: '采购合同 / 物业与场地' })
  expect(await axeFindings(page)).toEqual([])
  await filing.getByRole('button', { name: '确定' }).click()
  await page.getByText('已归档1份').waitFor()
  await page.getByText('没有待归档的合同').waitFor()
  await page.getByRole('button', { name: /^物业与场地\s?1$/ }).click()
  await page.getByText('场地租赁合同', { exact: true }).locator('visible=true').first().waitFor()
})

test('a company’s own fields are set up, and written with the term of a contract', async () => {
  const { page } = desk
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '台账字段' }).click()
  for (const [name, kind] of [
    ['成本中心', '文字'],
    ['合同金额', '金额'],
  ] as const) {
    await page.getByRole('button', { name: '新增字段' }).click()
    const form = page.getByRole('dialog', { name: '新增字段' })
    await form.getByLabel('字段名称').fill(name)
    await form.getByLabel('类型').selectOption({ label: kind })
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
  }
  const fields = page.getByRole('dialog', { name: '台账字段' })
  await fields.getByRole('button', { name: '上移：合同金额' }).click()
  await fields.locator('li').first().getByText('合同金额').waitFor()
  expect(faultLines(await layoutFaults(page, 'console-archive-fields', { within: 'dialog' }))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await fields.getByRole('button', { name: '完成' }).click()
  await page.getByRole('button', { name: '登记：场地租赁合同' }).first().click()
  const sheet = page.getByRole('dialog', { name: '归档信息' })
  await sheet.getByLabel('生效日期').fill(dayAfter(-345))
  await sheet.getByLabel('到期日期').fill(dayAfter(20))
  await sheet.getByLabel('合同金额（选填）').fill('十二')
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.getByText('请填写金额，单位为元，最多两位小数').waitFor()
  await sheet.getByLabel('合同金额（选填）').fill('3502.1')
  expect(faultLines(await layoutFaults(page, 'console-archive-filing', { within: 'dialog' }))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '保存' }).click()
  await page.getByText('归档信息已保存').waitFor()
  await page.getByText('还有20天，未约定续签').locator('visible=true').first().waitFor()
})

test('a ledger comes from a spreadsheet, a faulty row corrected in its place', async () => {
  const { page } = desk
  const client = await signIn(scene.server.url, jing)
  const { folderArray } = await client.call('listFolders', {})
  const folderId = folderArray.find(({ folderName }) => folderName === '物业与场地')?.folderId ?? ''
  for (const [taskName, taskNo, partyNames] of papers) {
    const fields = { taskName, taskNo, partyNames, folderId }
    await client.upload('importFiling', { fileName: '扫描件.pdf', bytes: bytes() }, fields)
  }
  const rows = papers.map(([, number, , from, to]) => [number, dayAfter(from), dayAfter(to), '行政部', '1200'])
  rows[0]?.splice(4, 1, '一千二')
  const heading = ['合同编号', '生效日期', '到期日期', '成本中心', '合同金额']
  const buffer = writeWorkbook([{ name: '台账', widths: [], rows: [heading, ...rows] }])
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '导入台账' }).click()
  const sheet = page.getByRole('dialog', { name: '导入台账' })
  await sheet.locator('input[type=file]').setInputFiles({ name: '台账.xlsx', mimeType: 'text/plain', buffer })
  await sheet.getByText('1行有误，改好即可一并导入').waitFor()
  expect(faultLines(await layoutFaults(page, 'console-archive-values', { within: 'dialog' }))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByLabel('合同金额').fill('1200')
  await sheet.getByRole('button', { name: '导入4行' }).click()
  await page.getByText('已更新4份合同的台账').waitFor()
  await page.getByText('已到期12天，尚未处理').locator('visible=true').first().waitFor()
  await pictures(page, 'console-archive')
  await isWhole(page, 'console-archive')
})

test('a folder says in numbers what goes with it, and its contracts go where they are sent', async () => {
  const { page, faults, close } = desk
  await page.getByRole('button', { name: '更多：采购合同' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const sheet = page.getByRole('dialog', { name: '删除“采购合同”' })
  await sheet.getByText('其下1个文件夹一并删除。其中5份合同不会删除，请选择移到哪里。').waitFor()
  await sheet.getByLabel('5份合同移到').selectOption({ label: '人事合同' })
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '删除' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^人事合同\s?5$/ }).waitFor()
  expect(faults).toEqual([])
  await close()
})

test('the company’s contracts are listed without a trace, and a colleague’s is opened for a reason they are told', async () => {
  const zhang: Person = { phone: '13800000003', name: '张伟', company: jing.company }
  const sending = {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.8 }],
  }
  await sendContract(scene.server, sending, zhang)
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/console/contracts' })
  await page.getByRole('heading', { name: '企业合同', level: 1 }).waitFor()
  await page.getByText('张伟').locator('visible=true').first().waitFor()
  await isWhole(page, 'console-contracts')
  await page
    .getByRole('button', { name: /^查看：/ })
    .locator('visible=true')
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: '查看同事的合同' })
  await sheet.getByLabel('查看原因').fill('核对付款条件')
  expect(faultLines(await layoutFaults(page, 'console-contracts-reason', { within: 'dialog' }))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '查看合同' }).click()
  await page.waitForURL('**/temp-info?**')
  await page.goto('/console/contracts')
  await page
    .getByRole('button', { name: /^查看记录：/ })
    .locator('visible=true')
    .first()
    .click()
  await page.getByRole('dialog', { name: '企业查看记录' }).getByText('核对付款条件').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})
