import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '../scripts/demo/sign-in.ts'
import { enterRoom } from './support/operator-room.ts'
import { jing, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** An operator stops the harm that a report tells of, looks at the clues and decides; whoever reported reads why. */

const scene = stage()
const company = '杭州云启科技有限公司'
const content = '我们从没有授权谁签这份合同，对方催我们付款，才知道有这回事'
const answer = '经核实发起方冒用名义，已冻结其空间'

const go = (page: Page, to: string) =>
  page.getByRole('navigation', { name: '运营室' }).getByRole('link', { name: to, exact: true }).click()

async function report(): Promise<string> {
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    page: 1,
    others: [wang],
    ownSideSigns: false,
    placings: [{ person: wang, kind: '个人签名', x: 0.3, y: 0.5 }],
  })
  const client = await signIn(scene.server.url, wang)
  const { taskInfoArray } = await client.call('listTasks', {})
  const signId = taskInfoArray[0]?.signId ?? ''
  return (await client.call('reportContract', { signId, reason: 'impersonation', content })).reportNo
}

async function stop(page: Page): Promise<void> {
  await page.getByRole('button', { name: '冻结发起方…' }).click()
  const sheet = page.getByRole('dialog', { name: `冻结${company}` })
  await sheet.getByText(/名成员不能在本空间发起和签署/).waitFor()
  await sheet.getByLabel('原因（客户会看到）').fill('收到冒用名义的举报，核查期间暂停')
  await sheet.getByRole('button', { name: '冻结', exact: true }).click()
  await page.getByText(/^发起方已冻结/).waitFor()
}

async function decide(page: Page): Promise<void> {
  await page.getByRole('button', { name: '成立…', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '举报成立' })
  await sheet.getByRole('button', { name: '认定成立' }).click()
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await isWhole(page, 'room-report-decide')
  await sheet.getByLabel('理由（举报人会看到）').fill(answer)
  await sheet.getByRole('button', { name: '认定成立' }).click()
  await page.getByText('没有待处理的举报').waitFor()
  await page.getByRole('group', { name: '状态' }).getByRole('button', { name: '成立', exact: true }).click()
  await page.getByText(answer).waitFor()
  await isWhole(page, 'room-report-upheld')
}

test('an operator freezes whoever is reported, decides, and the reporter reads why', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByText('没有待处理的转账').waitFor()
  await go(page, '举报')
  await page.getByText('没有待处理的举报').waitFor()
  await isWhole(page, 'room-reports-none')
  const reportNo = await report()
  await page.reload()
  await page.getByText(reportNo).waitFor()
  await page.getByText(/发起方的认证状态/).waitFor()
  await pictures(page, 'room-report', { whole: true })
  await isWhole(page, 'room-report')
  await stop(page)
  await isWhole(page, 'room-report-stopped')
  await decide(page)
  await go(page, '操作记录')
  await page.getByText('处理举报', { exact: true }).waitFor()

  const reporter = await scene.browser.desktop(scene.server.url)
  await openAs(reporter.page, wang, { path: '/home/user/messages' })
  await reporter.page.getByText(new RegExp(`您的举报${reportNo}已处理：成立。${answer}`)).waitFor()
  await reporter.close()
  const launcher = await scene.browser.desktop(scene.server.url)
  await openAs(launcher.page, jing, { path: '/home/user/messages' })
  await launcher.page.getByText(new RegExp(`${company}已被平台冻结`)).waitFor()
  expect(await launcher.page.getByText(reportNo).count()).toBe(0)
  await launcher.close()
  expect(faults).toEqual([])
  await close()
})
