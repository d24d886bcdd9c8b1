import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { faultLines, layoutFaults } from './support/layout.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { addAuthenticator } from './support/virtual-authenticator.ts'

/**
 * A company's rules of security: a second step is asked of everybody, and led to; networks are switched on from inside
 * alone; who signed in can be read and taken away.
 */

// A key belongs to a name, never to a bare address (WebAuthn §5.1.2).
const home = (port: number | string) => `http://localhost:${port}`
const scene = stage((port) => ({ MOQI_PUBLIC_URL: home(port) }))
const company = '杭州云启科技有限公司'
const clerk = { phone: '13800000003' }
const address = () => home(new URL(scene.server.url).port)

/** Asks for a code in the open sheet and types it; a minute on, so that one may be sent again. */
async function typeCode(page: Page, phone: string): Promise<void> {
  await scene.server.shiftClock(61_000)
  const sheet = page.getByRole('dialog')
  const before = await scene.server.outbox(phone)
  await sheet.getByRole('button', { name: '获取验证码' }).click()
  await sheet.getByLabel('短信验证码').fill(await scene.server.outboxCode(phone, before))
}

/** Sets up a second step in the settings that are open. */
async function setUp(page: Page, phone: string): Promise<void> {
  // Not before: whoever looks at the layout puts an authenticator that is there out of use.
  await addAuthenticator(page)
  const card = page.getByRole('region', { name: '通行密钥与安全密钥' })
  const sheet = page.getByRole('dialog')
  await card.getByRole('button', { name: '添加密钥' }).click()
  await sheet.getByLabel('名称').fill('办公电脑')
  await typeCode(page, phone)
  await sheet.getByRole('button', { name: '下一步' }).click()
  await card.getByText('尚未使用').waitFor()
  await card.getByRole('button', { name: '开启' }).click()
  await typeCode(page, phone)
  await sheet.getByRole('button', { name: '开启并显示恢复码' }).click()
  await sheet.getByRole('button', { name: '我已保存' }).click()
  await card.getByText(/^已开启/).waitFor()
}

async function isWell(page: Page, name: string, within?: string): Promise<void> {
  expect(faultLines(await layoutFaults(page, name, within === undefined ? {} : { within }))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, name, { whole: within === undefined })
}

test('an administrator asks a second step of everybody, and a member without one is led to it', async () => {
  const { page, faults, close } = await scene.browser.desktop(address())
  await openAs(page, jing, { path: '/console/' })
  await page.getByRole('link', { name: '企业安全' }).click()
  await page.getByText('密码或验证码之外').waitFor()
  await isWell(page, 'console-security')
  await page.getByRole('switch', { name: '双因子登录', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('您自己还没有开启登录二次验证').waitFor()
  expect(await sheet.getByRole('button', { name: '确定开启' }).isDisabled()).toBe(true)
  await sheet.getByRole('link', { name: '到安全设置开启' }).click()
  await setUp(page, jing.phone)

  await page.goto('/console/security')
  await page.getByRole('switch', { name: '双因子登录', exact: true }).click()
  await sheet.getByText('进入本企业时被要求设置').waitFor()
  await sheet.getByRole('button', { name: '立即' }).click()
  await isWell(page, 'console-second-step', 'dialog')
  await sheet.getByRole('button', { name: '确定开启' }).click()
  await page.getByText(/全体成员：1 人已开启，\d+ 人尚未开启/).waitFor()

  const other = await scene.browser.desktop(address())
  await openAs(other.page, clerk)
  await other.page.getByRole('button', { name: /^当前空间，切换空间/ }).click()
  await other.page.getByText('须双因子登录').waitFor()
  await other.page.getByRole('menuitemradio', { name: new RegExp(company) }).click()
  await other.page.getByRole('heading', { name: `${company}要求双因子登录` }).waitFor()
  await isWell(other.page, 'space-entry-second')
  const here = other.page.url()
  await other.page.getByRole('link', { name: '前往安全设置' }).click()
  await setUp(other.page, clerk.phone)
  await other.page.goto(here)
  await other.page.getByRole('button', { name: '进入企业' }).click()
  await other.page.getByRole('button', { name: new RegExp(`^当前空间，切换空间：\\s*${company}`) }).waitFor()
  expect([...faults, ...other.faults]).toEqual([])
  await other.close()
  await close()
})

test('networks are switched on from inside alone, and the sign-ins are read and taken away', async () => {
  const { page, faults, close } = await scene.browser.desktop(address())
  await openAs(page, { phone: '13800000004' }, { path: '/console/security' })
  const toggle = page.getByRole('switch', { name: '只允许从这些网络进入' })
  await toggle.click()
  await page.getByText(/不在范围内，开启后您自己也无法进入/).waitFor()
  await page.getByLabel('名称').fill('总部办公网')
  await page.getByRole('button', { name: '添加网络' }).click()
  await page.getByText(/^您当前的网络地址 \S+ 在范围内$/).waitFor()
  await toggle.click()
  await page.getByText('网络规则已保存').first().waitFor()
  await isWell(page, 'console-networks')
  await page.getByLabel('闲置多久后重新登录').selectOption({ label: '闲置15分钟' })
  await page.getByText('会话时长已保存').waitFor()
  await page.getByLabel('密码最短长度').selectOption({ label: '至少12位' })
  await page.getByText('密码规则已保存').waitFor()

  await page.getByRole('link', { name: '登录记录' }).click()
  await page.getByText('账号登录').locator('visible=true').first().waitFor()
  await isWell(page, 'console-sign-ins')
  const taken = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出Excel' }).click()
  expect((await taken).suggestedFilename()).toMatch(/^登录记录-\d{8}\.xlsx$/)
  await page.getByLabel('结果').selectOption({ label: '未成功' })
  await page.getByText('没有符合条件的登录记录').waitFor()
  expect(faults).toEqual([])
  await close()
})
