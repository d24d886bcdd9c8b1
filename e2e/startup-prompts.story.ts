import { dayMs } from '@moqi/domain/time/civil-date'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { firstTimes } from './support/first-times.ts'
import { inDatabase } from './support/database.ts'
import { chen, jing, wang } from './support/people.ts'
import { signInByAccount } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

/** What the work centre reminds of when one enters it: each thing once, one after another. */

const scene = stage()
const prompt = (page: Page) => page.getByRole('dialog', { name: '温馨提示' })
const later = (page: Page) => prompt(page).getByRole('button', { name: '稍后再说' }).click()

async function atHome(person: { phone: string }, device: 'desktop' | 'phone' = 'desktop') {
  const visitor = await scene.browser[device](scene.server.url)
  const msBetween = await firstTimes(visitor.page, { home: '.home-tiles', prompt: 'dialog[open]' })
  await visitor.page.goto('/home/login')
  await signInByAccount(visitor.page, person)
  await visitor.page.getByRole('heading', { name: '近期合同' }).waitFor()
  return { ...visitor, msBetween }
}

/** Loads the page again and gives it twice the time in which prompts come. */
async function staysQuiet(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('heading', { name: '近期合同' }).waitFor()
  await page.waitForTimeout(3500)
  expect(await prompt(page).count()).toBe(0)
}

const setSpace = (name: string | null, status: string, reason: string | null = null) =>
  inDatabase(scene.server, 'update space set auth_status = $2, reject_reason = $3 where name = $1', [
    name,
    status,
    reason,
  ])

const agePassword = ({ phone }: { phone: string }, days: number) =>
  inDatabase(scene.server, 'update account set password_changed_at = password_changed_at - $2 where phone = $1', [
    phone,
    days * dayMs,
  ])

test('who lacks nothing is asked nothing', async () => {
  const { page, faults, close } = await atHome(wang)
  await staysQuiet(page)
  expect(faults).toEqual([])
  await close()
})

test('authentication, then the password, one after another and never again (V11, V12, V14, V15, X16, X18)', async () => {
  await setSpace(chen.company, 'notAuth')
  await agePassword(chen, 91)
  const { page, context, faults, close, msBetween } = await atHome(chen)
  await prompt(page).getByText('您还没有完成企业身份认证，是否立即认证？').waitFor()
  expect(await msBetween('home', 'prompt')).toBeGreaterThan(900)
  expect(await prompt(page).count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  // Shown is shown: another tab says it no more, though nothing was answered here (V15).
  const second = await context.newPage()
  await second.goto('/home/')
  await prompt(second).getByText('您的密码已超过90天未修改，为保障账号安全，请及时修改').waitFor()
  await second.close()
  await later(page)
  await prompt(page).getByRole('button', { name: '立即修改' }).waitFor()
  await later(page)
  await staysQuiet(page)
  await agePassword(chen, 90)
  await page.reload()
  await prompt(page).getByRole('button', { name: '立即修改' }).click()
  await page.waitForURL('**/home/user/settings')
  expect(faults).toEqual([])
  await close()
  await setSpace(chen.company, 'passAuth')
})

test('an administrator without a seal is asked to make one, and led to where it is made (X17, H16)', async () => {
  const off = `update seal set status = 'disabled' where tenant_id = (select tenant_id from space where name = $1)`
  expect(await inDatabase(scene.server, off, [jing.company])).toBe(1)
  const { page, context, faults, close } = await atHome(jing)
  await prompt(page).getByText('您还没有制作企业印章，是否立即制作？').waitFor()
  const opening = context.waitForEvent('page')
  await prompt(page).getByRole('button', { name: '去制章' }).click()
  const seals = await opening
  await seals.getByRole('heading', { name: '概览', level: 1 }).waitFor()
  expect(new URL(seals.url()).pathname).toBe('/console/')
  await seals.getByRole('link', { name: /还没有可用的企业印章/ }).click()
  await seals.getByRole('heading', { name: '企业印章', level: 1 }).waitFor()
  await seals.getByText('已停用').first().waitFor()
  await seals.getByRole('button', { name: '制作印章' }).click()
  await seals.getByText('公章只能有一枚').waitFor()
  expect(await axeFindings(seals)).toEqual([])
  await seals.close()
  const console = context.waitForEvent('page')
  await page.getByRole('link', { name: /^电子印章管理/ }).click()
  expect(new URL((await console).url()).pathname).toBe('/console/')
  expect(faults).toEqual([])
  await close()
})

test('a rejected company reads why on its card and at every tile that needs it (H30, X15)', async () => {
  const reason = '营业执照上的法定代表人与填写的姓名不一致，请核对后重新提交。'
  await setSpace(jing.company, 'rejectCompanyAuth', reason)
  const { page, faults, close } = await atHome(jing)
  await prompt(page).waitFor()
  await later(page)
  await page
    .getByRole('button', { name: /认证失败/ })
    .first()
    .click()
  const why = page.getByRole('dialog', { name: '认证失败原因' })
  await why.getByText(reason).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await why.getByRole('button', { name: '知道了' }).click()
  for (const tile of [/^发起签署/, /^电子印章管理/]) {
    await page.getByRole('button', { name: tile }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '认证未通过' })
    await dialog.getByText(reason).waitFor()
    await dialog.getByRole('button', { name: '知道了' }).click()
  }
  expect(await page.getByRole('button', { name: /企业管理后台/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: /^发起签署/ }).click()
  await page.getByRole('dialog', { name: '认证未通过' }).getByRole('button', { name: '重新认证' }).click()
  await page.waitForURL('**/home/company-auth-info')
  expect(faults).toEqual([])
  await close()
  await setSpace(jing.company, 'passAuth')
})

test('an operator enters the console and finds his own menus; the page of seals is closed to him (H33, P2, R38)', async () => {
  const { page, context, faults, close } = await atHome({ phone: '13800000003' })
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: /企业管理后台/ }).click()
  const console = await opening
  await console.waitForURL('**/console/')
  const rail = console.getByRole('navigation', { name: '企业管理后台' })
  await expect
    .poll(() => rail.getByRole('link').allInnerTexts())
    .toEqual(['概览', '企业信息', '用印审批', '用印记录', '我的合同', '合同归档', '合同模板'])
  await rail.getByRole('link', { name: '企业信息' }).click()
  await console.waitForURL('**/home/user/company-info')
  const menu = console.getByRole('navigation', { name: '企业管理' })
  await menu.getByRole('link', { name: /^合同模板/ }).waitFor()
  await expect
    .poll(() => menu.getByRole('link').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^合同模板/),
      expect.stringMatching(/^合同管理/),
      expect.stringMatching(/^用印记录/),
    ])
  await page.goto('/home/company-space/admin-signatures')
  await page.waitForURL('**/home/401')
  await page.getByText('抱歉，您没有访问该页面的权限').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('help asks what the role asks, numbered, and answers in a new window (H34)', async () => {
  const { page, context, faults, close } = await atHome(wang)
  const help = page.getByRole('region', { name: '帮助中心' })
  const questions = help.getByRole('listitem')
  await questions.first().waitFor()
  const numbers = async () => (await questions.allInnerTexts()).map((text) => text[0])
  await expect.poll(numbers).toEqual(['1', '2', '3', '4', '5', '6'])
  const opening = context.waitForEvent('page')
  await questions.first().getByRole('link').click()
  const answer = new URL((await opening).url())
  expect(answer.pathname).toBe('/home/documentCenter')
  expect(answer.searchParams.get('columnId')).not.toBeNull()
  expect(await help.getByRole('link', { name: '查看全部' }).getAttribute('href')).toBe('/home/documentCenter')
  expect(faults).toEqual([])
  await close()
})
