import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readWorkbook } from '../apps/server/src/platform/spreadsheet/read-workbook.ts'
import { writeWorkbook } from '../apps/server/src/platform/spreadsheet/write-workbook.ts'
import { findOwnEntry, proveWill, signContract } from '../scripts/demo/sign-contract.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { zhang } from './support/approval.ts'
import { axeFindings } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { faultLines, layoutFaults } from './support/layout.ts'
import { chen, jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { companyClient, madeTemplate } from './support/template.ts'
import { isWhole } from './support/whole.ts'

/** An administrator's first day: departments, two hundred people, roles, a flow, the use of a seal, a template. */

const scene = stage()
let desk: Visitor

/** Whether an open sheet stands at every width, with nothing that axe finds wrong. */
async function sheetIsWhole(page: Page, state: string): Promise<void> {
  expect({ state, layout: faultLines(await layoutFaults(page, state, { within: 'dialog' })) }).toEqual({
    state,
    layout: [],
  })
  expect({ state, axe: await axeFindings(page) }).toEqual({ state, axe: [] })
}

const digits = '零一二三四五六七八九'
const nameOf = (at: number) => `员工${[...String(at)].map((digit) => digits[Number(digit)] ?? '').join('')}`
const phoneOf = (at: number) => `1395${String(1_000_000 + at)}`
const faulty: Record<number, string[]> = {
  20: [nameOf(20), '13950', '总部/销售部', ''],
  41: [nameOf(41), phoneOf(40), '总部/销售部', ''],
  77: [nameOf(77), phoneOf(77), '总部/销售部', '总经理'],
}
const people = Array.from({ length: 200 }, (_, at) => faulty[at] ?? [nameOf(at), phoneOf(at), '总部/销售部', ''])

async function chooseFile(page: Page): Promise<void> {
  const rows = [['姓名*', '手机号*', '部门', '角色'], ...people]
  const buffer = writeWorkbook([{ name: '成员', widths: [], rows }])
  await page.getByRole('button', { name: '批量导入' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: '花名册.xlsx', mimeType: '', buffer })
}

test('a department is made, and two hundred people are brought in, the faulty among them told cell by cell', async () => {
  desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, jing, { path: '/home/company-space/personal-management' })
  await page.getByRole('button', { name: '新增部门' }).click()
  const making = page.getByRole('dialog', { name: '新增部门' })
  await making.getByLabel('部门名称').fill('总部/法务部')
  await making.getByRole('button', { name: '保存' }).click()
  await page.getByText('部门已保存').waitFor()
  await isWhole(page, 'first-day-departments')
  await page.getByRole('link', { name: '批量导入与调整' }).click()
  await page.getByRole('heading', { name: '批量管理成员', level: 1 }).waitFor()
  await page.getByText('还没有批量调整过').waitFor()
  await page.getByRole('checkbox', { name: '选择：张伟' }).waitFor()
  await pictures(page, 'console-members')
  await isWhole(page, 'console-members')

  await chooseFile(page)
  await page.getByText('197行可以导入').waitFor()
  await page.getByText('3行有误，改好即可一并导入').waitFor()
  await page.getByText('将新建1个部门').waitFor()
  await pictures(page, 'console-members-import')
  await sheetIsWhole(page, 'console-members-import')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载有误的3行' }).click()
  const [sheet] = readWorkbook(readFileSync(await (await download).path()), {
    sheets: 1,
    rows: 20,
    columns: 10,
    cellLength: 200,
  })
  expect(sheet?.rows.map(({ cells }) => cells.at(-1)?.text)).toEqual([
    '问题',
    '手机号格式不正确',
    '与第42行重复',
    '没有名为“总经理”的角色',
  ])
  await page.getByLabel('第22行手机号，手机号格式不正确').fill(phoneOf(20))
  await page.getByLabel('第79行角色，没有名为“总经理”的角色').fill('合同查看人')
  await page.getByRole('button', { name: '导入199行' }).click()
  await page.getByText('已邀请199人').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: '完成' }).click()

  await chooseFile(page)
  await page.getByText('197人已在企业中或已邀请，将跳过').waitFor()
  await page.getByText('0行可以导入').waitFor()
  await page.getByRole('button', { name: '取消' }).click()
})

test('members are moved in numbers that are said first, and moved back; a role is given likewise', async () => {
  const { page } = desk
  await page.getByLabel('姓名或手机号').fill('张伟')
  await page.getByText('共1条').waitFor()
  await page.getByRole('button', { name: '选择全部1人' }).click()
  await page.getByText('已选择1人').waitFor()
  await isWhole(page, 'console-members-chosen')
  await page.getByRole('button', { name: '调整部门' }).click()
  const moving = page.getByRole('dialog', { name: '调整部门' })
  await moving.getByLabel('调到部门').selectOption({ label: '总部/法务部' })
  await moving.getByText('1人将改变').waitFor()
  await pictures(page, 'console-members-move')
  await sheetIsWhole(page, 'console-members-move')
  await moving.getByRole('button', { name: '调整部门（1人）' }).click()
  await page.getByText('部门改为总部/法务部').waitFor()
  await page.getByRole('button', { name: '撤销调整：部门改为总部/法务部' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销调整' }).click()
  await page.getByText('已撤销，恢复1人').waitFor()
  await page.getByText('李静已撤销').waitFor()

  await page.getByRole('checkbox', { name: '选择：张伟' }).check()
  await page.getByRole('button', { name: '调整角色' }).click()
  const giving = page.getByRole('dialog', { name: '调整角色' })
  await giving.getByLabel('角色改为').selectOption({ label: '印章审批人' })
  await giving.getByRole('button', { name: '调整角色（1人）' }).click()
  await page.getByText('角色改为印章审批人').waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部成员' }).locator('visible=true').check()
  await page.getByRole('button', { name: '调整部门' }).click()
  await moving.getByLabel('调到部门').selectOption({ label: '总部/法务部' })
  await moving.getByRole('button', { name: '调整部门（1人）' }).click()
  await page.getByRole('button', { name: '撤销调整：部门改为总部/法务部' }).waitFor()
  await page.getByText('已调整1人').waitFor({ state: 'hidden' })
  await isWhole(page, 'console-members-changes')

  await page.getByLabel('姓名或手机号').fill('')
  await page.getByText('已调整').waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: '选择：李静' }).check()
  await page.getByRole('button', { name: '停用' }).click()
  const disabling = page.getByRole('dialog', { name: '停用成员' })
  await disabling.getByText('李静：不能停用自己').waitFor()
  expect(await disabling.getByRole('button', { name: '停用成员' }).isDisabled()).toBe(true)
  await disabling.getByRole('button', { name: '取消' }).click()
})

test('a flow is drawn and tried on a contract that is finished, and nobody is told', async () => {
  const sending = {
    file: '采购框架协议.pdf',
    others: [jing],
    ownSideSigns: false,
    page: 4,
    placings: [
      { person: jing, kind: '企业印章' as const, x: 0.4, y: 0.5 },
      { person: jing, kind: '签署日期' as const, x: 0.7, y: 0.7 },
    ],
  }
  const launched = await sendContract(scene.server, sending, chen)
  const { taskId } = await (await signIn(scene.server.url, chen)).call('getSignDetailInfo', { signId: launched })
  const client = await signIn(scene.server.url, jing)
  const own = await findOwnEntry(client, taskId)
  await signContract(client, own, await proveWill(scene.server.url, client, jing, own))

  const { page } = desk
  await page.goto('/home/company-space/admin-signatures/flows')
  await page.getByRole('link', { name: '新建流程' }).first().click()
  await page.getByLabel('流程名称', { exact: true }).fill('嘉禾合同用印')
  await page.getByRole('button', { name: /^适用条件/ }).click()
  await page.getByLabel(/^相对方/).fill(chen.company ?? '')
  await page.getByRole('button', { name: /^第1个节点/ }).click()
  const { approverArray } = await client.call('listApprover', {})
  const approver = approverArray.find(({ nickName }) => nickName === zhang.name)
  await page.getByLabel('添加审批人').selectOption(approver?.memberId ?? '')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('流程已保存').waitFor()
  await page.getByRole('button', { name: '试运行' }).click()
  await page.getByRole('button', { name: '已完成的合同' }).click()
  await page.getByRole('combobox', { name: '已完成的合同' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: '开始试运行' }).click()
  await page.getByText('相对方符合').waitFor()
  await page.getByRole('list', { name: '会经过' }).getByText('张伟').waitFor()
  await pictures(page, 'flow-past-run')
  await isWhole(page, 'flow-past-run')
  const asked = await (await signIn(scene.server.url, zhang)).call('listApprove', {})
  expect(asked.pendingNumber).toBe(0)
})

test('the use of a seal is granted, a template kept to a department, and its contracts listed and taken', async () => {
  const { page, faults } = desk
  await page.goto('/home/company-space/admin-authorize')
  await page.getByRole('button', { name: '新增授权' }).click()
  await page.getByRole('combobox', { name: '授权成员' }).selectOption({ index: 1 })
  await page.getByText('被授权人：张伟').waitFor()
  await page.getByRole('button', { name: '签署授权书' }).click()
  await page.waitForURL('**/signing**')
  await scene.server.shiftClock(61_000)
  await signHere(page, scene.server, jing)

  await madeTemplate(await companyClient(scene.server.url, jing), '法务专用协议')
  await page.goto('/home/space/templates')
  const card = page.getByRole('list', { name: '模板' }).getByRole('listitem').filter({ hasText: '法务专用协议' })
  await card.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: '部门权限' }).click()
  const rights = page.getByRole('dialog', { name: '部门权限' })
  await rights.getByRole('button', { name: '按部门' }).click()
  await rights.getByRole('combobox', { name: '总部/法务部' }).selectOption({ label: '可使用' })
  await rights.getByRole('button', { name: '保存' }).click()
  await card.getByText('仅总部/法务部').waitFor()

  await page.goto('/console/contracts')
  await page.getByText('采购框架协议').locator('visible=true').first().waitFor()
  await page.getByRole('combobox', { name: '经办部门' }).selectOption({ label: '总部/销售部' })
  await page.getByText('没有找到符合条件的合同').waitFor()
  await isWhole(page, 'console-contracts-none')
  await page.getByRole('combobox', { name: '经办部门' }).selectOption({ label: '全部部门' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出Excel' }).click()
  expect((await download).suggestedFilename()).toBe('企业合同列表.xlsx')
  await page.goto('/home/company-space/personal-management?tab=log')
  await page.getByText('导出企业合同列表').waitFor()
  expect(faults).toEqual([])
  await desk.close()
})
