import { expect, test } from 'vitest'
import { newestCode, press } from './support/cut-line.ts'
import { inDatabase } from './support/database.ts'
import { inviteToLease, writeByHand } from './support/open-sign.ts'
import type { Person } from './support/people.ts'
import { picture } from './support/picture.ts'
import { stage } from './support/stage.ts'
import { giveConsents } from './support/real-name-consents.ts'

/** Signing on a line on which a part of the page does not come. */

const scene = stage()
const newest = (phone: string, kind: string) => newestCode(scene, phone, kind)

test('nothing is signed before the part that says so has come, and no part that fails takes the page’s place', async () => {
  const tenant: Person = { phone: '13912345720', name: '周晓彤', company: null }
  const link = await inviteToLease(scene.server, tenant)
  const { page, context, close } = await scene.browser.phone(scene.server.url)
  const parts = ['**/assets/sign-success*', '**/assets/real-name-step*', '**/assets/choosing*']
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
  await giveConsents(page)
  await press(page, '提交认证')
  const lost = page.waitForEvent('requestfailed', (request) => /\/choosing[^/]*\.css$/.test(request.url()))
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()

  // Offline is said here too, and what cannot be done waits.
  await context.setOffline(true)
  await page.getByText('网络已断开').waitFor()
  expect(await page.getByRole('button', { name: '网络恢复后可提交' }).isDisabled()).toBe(true)
  await picture(page, 'cut-offline')
  await context.setOffline(false)
  await page.getByText('网络已断开').waitFor({ state: 'detached' })

  // What one part still lacks keeps no other waiting.
  await lost
  await context.unroute(parts[2] ?? '')
  await press(page, '一键签署')
  await writeByHand(page)
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  await page.getByRole('button', { name: '提交签署', exact: true }).click()
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
  await page.getByRole('heading', { name: '签署成功' }).waitFor()
  await close()
})
