import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enterRoom } from './support/operator-room.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Those who run the platform look into a space for a reason, and the space reads of it. */

const scene = stage(() => ({ MOQI_FREEZERS: '2' }))
const company = '杭州云启科技有限公司'
const reason = '客户说昨天购买的100份没有到账，需核对份数明细'

const go = (page: Page, to: string) =>
  page.getByRole('navigation', { name: '运营室' }).getByRole('link', { name: to }).click()

async function find(page: Page): Promise<void> {
  await go(page, '企业与个人')
  await page
    .getByRole('link', { name: `打开：${company}` })
    .locator('visible=true')
    .waitFor()
  await pictures(page, 'room-tenants')
  await isWhole(page, 'room-tenants')
  await page.getByRole('searchbox', { name: '名称、信用代码、手机号或编号' }).fill('没有这样的公司')
  await page.getByText('没有找到“没有这样的公司”').waitFor()
  await isWhole(page, 'room-tenants-none')
  await page.getByRole('searchbox', { name: '名称、信用代码、手机号或编号' }).fill('云启')
  await page
    .getByRole('link', { name: `打开：${company}` })
    .locator('visible=true')
    .click()
  await page.getByRole('heading', { name: company }).waitFor()
  await page.getByText('以下内容需写明原因才能看').waitFor()
}

async function look(page: Page): Promise<void> {
  await pictures(page, 'room-tenant', { whole: true })
  await isWhole(page, 'room-tenant')
  await page.getByRole('button', { name: '写明原因并查看' }).click()
  const sheet = page.getByRole('dialog', { name: '为什么要看？' })
  await sheet.getByRole('button', { name: '查看30分钟' }).click()
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await sheet.getByLabel('原因').fill(reason)
  await sheet.getByLabel('工单号（没有可不填）').fill('GD20260312-0041')
  await sheet.getByText(`原因：${reason}（工单GD20260312-0041）。最长30分钟，不能打开合同`).waitFor()
  await pictures(page, 'room-look-reason')
  await isWhole(page, 'room-look-reason')
  await sheet.getByRole('button', { name: '查看30分钟' }).click()
  await page.getByText('您正在查看客户的资料').waitFor()
  await isWhole(page, 'room-look-open')
}

const parts = [
  ['成员', /李静/],
  ['认证', /认证时间/],
  ['份包', /最近的份数明细/],
  ['应用', /没有应用|近一天/],
  ['合同', /签署完成|签署中|草稿|没有合同/],
] as const

async function see(page: Page): Promise<void> {
  for (const [name, shown] of parts) {
    await page.getByRole('group', { name: '要看什么' }).getByRole('button', { name }).click()
    await page.getByText(shown).locator('visible=true').first().waitFor()
    await isWhole(page, `room-look-${name}`)
  }
  expect(await page.getByText(/合同》|协议/).count()).toBe(0)
  await page.getByRole('group', { name: '要看什么' }).getByRole('button', { name: '份包' }).click()
  await page.getByText('最近的份数明细').first().waitFor()
  await pictures(page, 'room-look-packs', { whole: true })
}

/** One operator proposes to freeze the space, the other agrees; then it is let go on the same way. */
async function freeze(first: Page, second: Page): Promise<void> {
  await first.getByRole('button', { name: '冻结…' }).click()
  const sheet = first.getByRole('dialog', { name: `冻结${company}` })
  await sheet.getByText(/名成员不能在本空间发起和签署/).waitFor()
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await pictures(first, 'room-freeze')
  await isWhole(first, 'room-freeze')
  await sheet.getByLabel('原因（客户会看到）').fill('法院协助执行通知书（2026）浙01执123号')
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await first.getByRole('button', { name: '撤回…' }).waitFor()
  expect(await first.getByRole('button', { name: '同意并冻结' }).count()).toBe(0)
  await go(second, '企业与个人')
  await second.getByRole('button', { name: '同意并冻结' }).waitFor()
  await isWhole(second, 'room-proposals')
  await second.getByRole('button', { name: '同意并冻结' }).click()
  await second.getByText('已冻结', { exact: true }).waitFor()
  await first.reload()
  await first.getByText('已冻结，不能发起和签署').waitFor()
  await pictures(first, 'room-frozen', { whole: true })
  await isWhole(first, 'room-frozen')
}

/** One proposes that 份 be given, the other agrees. */
async function adjust(first: Page, second: Page): Promise<void> {
  await first.getByRole('button', { name: '调整份数…' }).click()
  const sheet = first.getByRole('dialog', { name: '调整份数' })
  await sheet.getByRole('button', { name: '收回' }).click()
  await sheet.getByText('份包写明原因后才能看').waitFor()
  await sheet.getByRole('button', { name: '增加' }).click()
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await sheet.getByText('变动份数为1至100000的整数，收回时为负数').waitFor()
  await sheet.getByLabel('增加的份数').fill('100')
  await sheet.getByText('300份').waitFor()
  await pictures(first, 'room-adjust')
  await isWhole(first, 'room-adjust')
  await sheet.getByLabel('依据（写入客户的账单）').fill('订单已到账未入账，人工补记')
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await first.getByText('增加100份，有效期12个月。').waitFor()
  await second.reload()
  await second.getByRole('button', { name: '同意并调整份数' }).click()
  await second.getByText('已调整份数', { exact: true }).waitFor()
  await first.reload()
  await first.getByText('300').waitFor()
}

/** The administrator reads who looked, why and at what, and hears of it. */
async function readByCustomer(): Promise<void> {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/space/platform-log' })
  await page.getByText(`原因：${reason}（工单GD20260312-0041）。最长30分钟，不能打开合同`).waitFor()
  await page.getByText('份包与订单').waitFor()
  await page.getByText('平台结束查看').waitFor()
  await page.getByText('平台冻结本空间').waitFor()
  await pictures(page, 'platform-log', { whole: true })
  await isWhole(page, 'platform-log')
  await page.goto('/home/user/bill?tab=ledger')
  await page.getByText('订单已到账未入账，人工补记').locator('visible=true').waitFor()
  await isWhole(page, 'bill-adjusted')
  await page.goto('/home/user/messages')
  await page.getByText(new RegExp(`${company}已被平台冻结`)).waitFor()
  await page.getByText(new RegExp(`平台运营人员正在查看${company}的资料`)).waitFor()
  await close()
}

test('an operator looks into a space for a reason, another does not, and the space reads of it', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByText('没有待处理的转账').waitFor()
  await find(page)
  await look(page)
  await see(page)
  const other = await scene.browser.desktop(scene.server.url)
  await enterRoom(other.page, scene.server, { name: 'zhoumin', password: 'Yunying-2026' })
  await find(other.page)
  await other.page.getByText('GD20260312-0041').waitFor()
  expect(await other.page.getByText('您正在查看客户的资料').count()).toBe(0)
  await page.getByRole('button', { name: '结束查看' }).click()
  await page.getByText('以下内容需写明原因才能看').waitFor()
  await isWhole(page, 'room-look-ended')
  await freeze(page, other.page)
  await adjust(page, other.page)
  await other.close()
  await go(page, '操作记录')
  for (const deed of ['结束查看空间', '查看空间', '开始查看空间']) {
    await page.getByText(deed, { exact: true }).first().waitFor()
  }
  await readByCustomer()
  expect(faults).toEqual([])
  await close()
})
