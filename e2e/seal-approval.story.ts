import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import {
  applyFor,
  bringApprovers,
  leaveNoSeal,
  makeFlow,
  proveWillFor,
  sendToZhang,
  wangApproving,
  zhang,
} from './support/approval.ts'
import type { Visitor } from './support/browser.ts'
import { chen, jing, type Person } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { openOwnTurn, readyToApply } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** The use of a seal asked for by who has no right to it, agreed to by others, and stamped by the server (R31, R36). */

const scene = stage()
let approvers: { jing: string; wang: string }

beforeAll(async () => {
  await leaveNoSeal(scene.server)
  approvers = await bringApprovers(scene.server)
})

/** Axe finds nothing; pictures are kept in every window when asked for. */
async function judged(page: Page, name: string): Promise<void> {
  expect([name, await axeFindings(page)]).toEqual([name, []])
  await pictures(page, `approval-${name}`)
}

/** Somebody's window in 杭州云启. */
async function windowOf(person: Person, path: string, kind: 'desktop' | 'phone' = 'desktop'): Promise<Visitor> {
  const visitor = await scene.browser[kind](scene.server.url)
  await openAs(visitor.page, person)
  await visitor.page.getByRole('button', { name: /当前空间/ }).waitFor()
  if (!(await visitor.page.getByRole('button', { name: new RegExp(`当前空间.*${jing.company}`) }).isVisible())) {
    await visitor.page.getByRole('button', { name: /当前空间/ }).click()
    await visitor.page.getByRole('menuitemradio', { name: new RegExp(jing.company ?? '') }).click()
    await visitor.page.getByRole('button', { name: new RegExp(`当前空间.*${jing.company}`) }).waitFor()
  }
  await visitor.page.goto(path)
  return visitor
}

const waiting = '/home/approve/list?status=myapproval'

/** From the list of what waits to the page of the first application. */
async function openWaiting(page: Page): Promise<void> {
  await page.goto(waiting)
  await page
    .getByRole('link', { name: /^审批：|^审批/ })
    .or(page.locator('.approve-card'))
    .locator('visible=true')
    .first()
    .click()
  await page.waitForURL('**/approve-info**')
  await page.getByRole('button', { name: '同意用印' }).waitFor()
}

async function agree(page: Page, person: Person, opinion: string): Promise<void> {
  await page.getByLabel('审批意见（选填）').fill(opinion)
  await proveWillFor(page, scene.server, person, '同意用印')
  await page.getByText('已同意用印').waitFor()
}

test('an operator without the right applies, two approve in turn, one of them on a phone, and the contract is stamped', async () => {
  await makeFlow(scene.server, {
    flowName: '公章用印流程',
    nodeArray: [
      { nodeMode: 'order', memberIdArray: [approvers.wang] },
      { nodeMode: 'order', memberIdArray: [approvers.jing] },
    ],
  })
  await sendToZhang(scene.server, chen)
  const { page, faults } = await windowOf(zhang, '/home/')
  await openOwnTurn(page)
  await readyToApply(page, async () => {
    await page.getByText('您没有该印章的使用权限，请提交用印审批').waitFor()
    await judged(page, 'right')
  })
  await page.getByText('公章用印流程').waitFor()
  await page.getByLabel('申请理由').fill('物业招标已定标，合同按中标文件拟定，请用印。')
  await judged(page, 'apply')
  await proveWillFor(page, scene.server, zhang, '提交用印审批')
  await page.getByText('已提交用印审批，通过后将自动用印').first().waitFor()
  await page.getByText(/等待王小明/).waitFor()
  await judged(page, 'course')

  // The signing page says that it waits, and leads to the course.
  await page.getByRole('link', { name: '查看印章在合同中的位置' }).click()
  await page.getByText('用印审批中').first().waitFor()
  await judged(page, 'detail')
  await page.getByRole('link', { name: '查看审批进度' }).click()

  const wangs = await windowOf(wangApproving, waiting, 'phone')
  await wangs.page.getByText('张伟申请使用公章').waitFor()
  await judged(wangs.page, 'list-phone')
  await openWaiting(wangs.page)
  await judged(wangs.page, 'info-phone')
  await agree(wangs.page, wangApproving, '付款节点与预算一致。')

  const jings = await windowOf(jing, waiting)
  await jings.page.getByText('张伟').first().waitFor()
  await judged(jings.page, 'list')
  await openWaiting(jings.page)
  await jings.page.getByText('付款节点与预算一致。').first().waitFor()
  await judged(jings.page, 'info')
  await agree(jings.page, jing, '条款无保留意见。')

  await page.getByText('审批已通过，已完成用印').waitFor({ timeout: 30_000 })
  await page.getByText('条款无保留意见。').first().waitFor()
  await judged(page, 'stamped')
  expect([...faults, ...wangs.faults, ...jings.faults]).toEqual([])
})

const together = (nodeMode: 'all' | 'any', flowName: string) => ({
  flowName,
  nodeArray: [{ nodeMode, memberIdArray: [approvers.jing, approvers.wang] }],
})

test('what is refused is sent again by another flow, where all must agree (会签)', async () => {
  await makeFlow(scene.server, together('any', '加急流程'))
  await makeFlow(scene.server, together('all', '会签流程'))
  await sendToZhang(scene.server, chen)
  const { page, faults } = await windowOf(zhang, '/home/')
  await openOwnTurn(page)
  await applyFor(page, scene.server, '请尽快用印', '加急流程')

  // Refused with one of the openings.
  const jings = await windowOf(jing, waiting)
  await openWaiting(jings.page)
  await jings.page.getByRole('button', { name: '驳回', exact: true }).click()
  const sheet = jings.page.getByRole('dialog', { name: '驳回用印申请' })
  await sheet.getByRole('button', { name: '驳回', exact: true }).click()
  await sheet.getByText('请填写原因(2-200字)').last().waitFor()
  await judged(jings.page, 'refuse')
  await sheet.getByRole('button', { name: '缺少附件' }).click()
  await sheet.getByRole('button', { name: '驳回', exact: true }).click()
  await jings.page.getByText('已驳回').first().waitFor()

  // The applicant hears of it without a reload, and sends it again.
  await page.getByText('李静：缺少附件').waitFor({ timeout: 20_000 })
  await judged(page, 'refused')
  await page.goto('/home/space/contract-list?status=signing')
  await page.getByText('用印审批未通过').locator('visible=true').first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: '重新提交' }).click()
  await page.getByRole('radio', { name: /会签流程/ }).check()
  await page.getByLabel('申请理由').fill('附件已补齐')
  await judged(page, 'again')
  await page.getByRole('button', { name: '重新提交' }).click()
  await page.getByText(/等待李静、王小明（会签）|等待王小明、李静（会签）/).waitFor()

  await openWaiting(jings.page)
  await agree(jings.page, jing, '附件齐全')
  const wangs = await windowOf(wangApproving, waiting)
  await page.getByText(/等待王小明（会签）/).waitFor({ timeout: 20_000 })
  await openWaiting(wangs.page)
  await agree(wangs.page, wangApproving, '同意')
  await page.getByText('审批已通过，已完成用印').waitFor({ timeout: 30_000 })
  expect([...faults, ...jings.faults, ...wangs.faults]).toEqual([])
})

test('an application is withdrawn, made anew, and one agreement is enough (或签)', async () => {
  await sendToZhang(scene.server, chen)
  const { page, faults } = await windowOf(zhang, '/home/')
  await openOwnTurn(page)
  await applyFor(page, scene.server, '请用印', '加急流程')
  await page.getByRole('button', { name: '撤回申请' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await page.getByText('申请已撤回').waitFor()
  await judged(page, 'recalled')

  // The contract is the applicant's again, also to choose another seal for.
  await openOwnTurn(page)
  await applyFor(page, scene.server, '改为加急办理', '加急流程')
  const wangs = await windowOf(wangApproving, waiting)
  await openWaiting(wangs.page)
  await agree(wangs.page, wangApproving, '同意加急')
  await page.getByText('审批已通过，已完成用印').waitFor({ timeout: 30_000 })
  await page.getByText('无需审批').first().waitFor()
  await page.goto('/home/approve/list?status=mine')
  await page.getByText('已通过').locator('visible=true').first().waitFor()
  await judged(page, 'mine')
  expect([...faults, ...wangs.faults]).toEqual([])
})

test('the administrator draws a flow, tries it, and hears that another has changed it meanwhile', async () => {
  const { page, faults } = await windowOf(jing, '/home/company-space/admin-signatures/flows')
  await page.getByRole('link', { name: '新建流程' }).first().click()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请输入审批流程名称').first().waitFor()
  await page.getByLabel('流程名称', { exact: true }).fill('大额合同用印')
  await page.getByRole('button', { name: /^适用条件/ }).click()
  await page.getByLabel('金额不低于').fill('500,000')
  await page.getByRole('button', { name: /^第1个节点/ }).click()
  await page.getByLabel('添加审批人').selectOption(approvers.wang)
  await page.getByRole('button', { name: '在第2处添加节点' }).click()
  await page.getByRole('group', { name: '审批方式' }).getByRole('button', { name: '会签' }).click()
  await page.getByLabel('添加审批人').selectOption(approvers.jing)
  await judged(page, 'editor')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('流程已保存').waitFor()
  await page.waitForURL('**/flow?flowId=**')

  await page.getByRole('button', { name: '试运行' }).click()
  await page.getByLabel('合同金额（选填）').fill('100')
  await page.getByRole('button', { name: '开始试运行' }).click()
  await page.getByText(/按这些条件不走本流程/).waitFor()
  await page.getByLabel('合同金额（选填）').fill('3,502,272')
  await page.getByLabel('申请人').selectOption({ label: '张伟' })
  await page.getByRole('button', { name: '开始试运行' }).click()
  await page.getByRole('list', { name: '会经过' }).waitFor()
  await judged(page, 'editor-run')
  await page.getByRole('button', { name: '结束试运行' }).click()

  // In another window the same flow is renamed first.
  const other = await windowOf(jing, new URL(page.url()).pathname + new URL(page.url()).search)
  await other.page.getByRole('button', { name: /^提交申请/ }).click()
  await other.page.getByLabel('流程名称', { exact: true }).fill('大额合同用印流程')
  await other.page.getByRole('button', { name: '保存' }).click()
  await other.page.getByText('流程已保存').waitFor()
  await page.getByRole('button', { name: /^提交申请/ }).click()
  await page.getByLabel('流程名称', { exact: true }).fill('我改的名字')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('dialog').getByText('流程已被修改').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '载入最新的流程' }).click()
  await page.getByRole('heading', { name: '大额合同用印流程' }).waitFor()

  await page.goto('/home/company-space/admin-signatures/flows')
  await page.getByRole('link', { name: '大额合同用印流程' }).waitFor()
  await judged(page, 'flows')
  expect([...faults, ...other.faults]).toEqual([])
})
