import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { picture } from './support/picture.ts'
import { stage } from './support/stage.ts'

const scene = stage()

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  test('李静 is sent to sign in, refused once, and then sees her company’s work centre', async () => {
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await page.goto('/home/space/contract-list?status=all')
    await page.waitForURL(/\/home\/login\?redirect=/)
    await page.getByLabel('手机号/账号').waitFor()
    expect(await axeFindings(page)).toEqual([])

    await page.getByLabel('手机号/账号').fill('13800000002')
    await page.getByLabel('密码', { exact: true }).fill('错误的密码')
    await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('alert').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/home/login')

    await page.getByLabel('密码', { exact: true }).fill('Moqi@2026')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL('**/home/space/contract-list?status=all')
    await page.goto('/home/')
    await page.getByText('暂时没有近期合同').waitFor()
    await page.getByText('待我签署').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})

test('the sign-in page is read before its scripts have come, and takes nothing until they have', async () => {
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/login-document-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/home/login', { waitUntil: 'commit' })
  await page.getByText('手机号/账号', { exact: true }).waitFor()
  await page.getByText('客服 400-000-0000').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
  held.resolve()
  await page.locator('#root:not([inert])').waitFor()
  await page.getByLabel('手机号/账号').fill('13800000001')
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByLabel('图形验证码').waitFor()
  await picture(page, 'login-phone')
  expect(faults).toEqual([])
  await close()
})
