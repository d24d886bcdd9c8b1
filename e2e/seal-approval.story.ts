import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import {
  applyFor,
  bringApprovers,
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

  await page.getByRole('link', { name: '查看审批进度' }).click()
  await page.getByText('审批已通过，已完成用印').waitFor({ timeout: 30_000 })
  await page.getByText('条款无保留意见。').first().waitFor()
  await judged(page, 'stamped')
  expect([...faults, ...wangs.faults, ...jings.faults]).toEqual([])
})
