import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Visitor } from './support/browser.ts'
import { inDatabase } from './support/database.ts'
import { inviteToLease, writeByHand } from './support/open-sign.ts'
import { jing, type Person } from './support/people.ts'
import { picture } from './support/picture.ts'
import { signInByAccount } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

/** From the message to the deed on a line that breaks before, during and after every request once. */

const scene = stage()
const minute = 60_000
let desk: Visitor
let phones = 13912345700

beforeAll(async () => {
  desk = await scene.browser.desktop(scene.server.url)
  await desk.page.goto('/home/login')
  await signInByAccount(desk.page, jing)
})

type Cut = 'before' | 'during' | 'after'

/** Cuts the line at the first request of each call of the page's own. Answers which calls were cut. */
async function cutEach(context: BrowserContext, cut: Cut): Promise<Set<string>> {
  const cuts = new Set<string>()
  await context.route('**/api/**', async (route) => {
    const call = new URL(route.request().url()).pathname
    if (cuts.has(call) || call.endsWith('/notice/stream')) return route.continue()
    cuts.add(call)
    if (cut === 'after') await route.fetch()
    if (cut === 'during') void route.fetch().catch(() => undefined)
    return route.abort('connectionreset')
  })
  return cuts
}

/** Does something again, as a person would, until what it leads to is there. */
async function until(there: () => Promise<boolean>, again: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await there()) return
    await again().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('it never came')
}

const newest = async (phone: string, kind: string) => {
  const [message] = (await scene.server.outbox(phone)).filter((one) => one.scene === kind)
  return /验证码(\d{6})/.exec(message?.body ?? '')?.[1] ?? ''
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
/** Presses what is there now, if it is. */
const pressIf = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('button', { name }).first()
  if (await button.isVisible()) await button.click({ timeout: 5000 }).catch(() => undefined)
}
const isSeen = (page: Page, text: string) => page.getByText(text).first().isVisible()

const sizes = [
  ['upright', { width: 390, height: 844 }],
  ['turned', { width: 844, height: 390 }],
] as const
const cases = (['before', 'during', 'after'] as const).flatMap((cut) =>
  sizes.map(([name, size]) => ({ cut, name, size })),
)

test.each(cases)(
  'the line is cut $cut every request, $name: signed once, and nothing is lost',
  async ({ cut, name, size }) => {
    const tenant: Person = { phone: String((phones += 1)), name: '周晓彤', company: null }
    const link = await inviteToLease(desk.page, scene.server, tenant)
    const { page, context, close } = await scene.browser.phone(scene.server.url)
    await page.setViewportSize(size)
    const cuts = await cutEach(context, cut)
    await page.goto(link)
    await until(
      () => isSeen(page, '验证码已发送至'),
      async () => {
        await pressIf(page, '重试')
        await pressIf(page, '验证手机号并查看')
        await pressIf(page, '获取验证码')
      },
    )
    await until(
      () => page.getByRole('textbox', { name: '身份证号' }).isVisible(),
      async () => {
        // A code that was used while the line was down is asked for once more.
        if (await isSeen(page, '验证码错误或已失效')) {
          await scene.server.shiftClock(minute)
          await page.reload()
          await press(page, '验证手机号并查看')
          await page.getByText('验证码已发送至').waitFor()
        }
        await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check({ timeout: 5000 })
        await page.getByLabel('短信验证码').fill(await newest(tenant.phone, 'ticket'), { timeout: 5000 })
        await pressIf(page, '查看合同')
      },
    )
    await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
    await page.getByRole('checkbox').check()
    await until(
      () => page.getByRole('button', { name: '开始阅读合同' }).isVisible(),
      () => pressIf(page, /^(提交认证|重试)$/),
    )
    await press(page, '开始阅读合同')
    await until(
      () => page.getByRole('button', { name: /^提交签署/ }).isVisible(),
      () => pressIf(page, '重试'),
    )
    await press(page, '一键签署')
    await writeByHand(page)
    await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
    const sheet = page.getByRole('dialog', { name: '意愿认证' })
    // Whoever signs last may learn from the contract itself that it is signed by all.
    await until(
      async () => (await isSeen(page, '签署成功')) || isSeen(page, '合同已签署完成'),
      async () => {
        if (!(await sheet.isVisible())) await pressIf(page, /^提交签署$/)
        if (await isSeen(page, '验证码已失效，请重新获取')) {
          // The draft outlives the page, and so does the way to here.
          await scene.server.shiftClock(minute)
          await page.reload()
          await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
          return
        }
        if (await isSeen(page, '正在确认签署结果')) return
        await sheet
          .getByRole('button', { name: '获取验证码' })
          .click({ timeout: 5000 })
          .catch(() => undefined)
        await sheet.getByRole('textbox').fill(await newest(tenant.phone, 'sign'), { timeout: 5000 })
      },
    )
    await picture(page, `cut-${cut}-${name}`)
    expect([...cuts].filter((call) => call.endsWith('/sign'))).toHaveLength(1)
    expect(
      await inDatabase(scene.server, `select 1 from party where phone = '${tenant.phone}' and state = 'signed'`),
    ).toBe(1)
    const signatures = `select 1 from contract_log l join party p using (tenant_id, contract_id)
      where p.phone = '${tenant.phone}' and l.verb = 'sign'`
    expect(await inDatabase(scene.server, signatures)).toBe(1)
    await close()
  },
)

test('nothing is signed before the part that says so has come, and no part that fails takes the page’s place', async () => {
  const tenant: Person = { phone: '13912345720', name: '周晓彤', company: null }
  const link = await inviteToLease(desk.page, scene.server, tenant)
  const { page, context, close } = await scene.browser.phone(scene.server.url)
  const parts = ['**/assets/sign-success*', '**/assets/real-name-step*']
  for (const part of parts) await context.route(part, (route) => route.abort('connectionreset'))
  await page.goto(link)
  await press(page, '验证手机号并查看')
  await page.getByText('验证码已发送至').waitFor()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await expect.poll(() => newest(tenant.phone, 'ticket')).not.toBe('')
  await page.getByLabel('短信验证码').fill(await newest(tenant.phone, 'ticket'))
  await page.getByText('网络异常，恢复后自动继续').waitFor()
  await context.unroute(parts[1] ?? '')
  await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await page.getByRole('checkbox').check()
  await press(page, '提交认证')
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()

  // Offline is said here too, and what cannot be done waits.
  await context.setOffline(true)
  await page.getByText('网络已断开').waitFor()
  expect(await page.getByRole('button', { name: '网络恢复后可提交' }).isDisabled()).toBe(true)
  await picture(page, 'cut-offline')
  await context.setOffline(false)
  await page.getByText('网络已断开').waitFor({ state: 'detached' })

  await press(page, '一键签署')
  await writeByHand(page)
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  await page.getByRole('button', { name: '提交签署', exact: true }).click({ timeout: 30_000 })
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await sheet.getByText(/短信验证码已发送至/).waitFor()
  await expect.poll(() => newest(tenant.phone, 'sign')).not.toBe('')
  await sheet.getByRole('textbox').fill(await newest(tenant.phone, 'sign'))
  const confirm = sheet.getByRole('button', { name: '确认签署' })
  expect(await confirm.isDisabled()).toBe(true)
  expect(
    await inDatabase(scene.server, `select 1 from party where phone = '${tenant.phone}' and state = 'signed'`),
  ).toBe(0)
  await context.unroute(parts[0] ?? '')
  await page.getByRole('heading', { name: '签署成功' }).waitFor({ timeout: 20_000 })
  await close()
})
