import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { askForCode } from './support/prove-phone.ts'
import { signInByAccount } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

const scene = stage()
const password = 'Qixian#2026'
const people = { desktop: ['13711110001', 'zhoumo_1'], phone: ['13711110002', 'zhoumo_2'] } as const

const submit = (page: Page) => page.getByRole('button', { name: '注册', exact: true })
const faultOf = async (page: Page, label: string) => {
  const id = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby')
  return page.locator(`[id="${id}"]`).textContent()
}

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  const [phone, userName] = people[device]

  test('somebody without account registers and comes to where they wanted to go', async () => {
    const { page, context, faults, close } = await scene.browser[device](scene.server.url)
    await page.goto('/home/space/contract-list?status=all')
    await page.getByRole('link', { name: '立即注册' }).click()
    await page.getByRole('heading', { name: '注册', exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: /个人/ }).click()
    await page.getByRole('heading', { name: '注册个人账号' }).waitFor()

    await submit(page).click()
    expect(await faultOf(page, '账号')).toBe('请输入账号')
    expect(await page.getByLabel('账号', { exact: true }).evaluate((field) => field.matches(':focus'))).toBe(true)
    expect(await axeFindings(page)).toEqual([])

    await page.getByLabel('账号', { exact: true }).fill(userName)
    await page.getByLabel('手机号', { exact: true }).fill(phone)
    await page.getByLabel('图形验证码').fill('----')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('图形验证码错误或已失效，请重新输入').waitFor()
    expect(await page.getByLabel('手机号', { exact: true }).inputValue()).toBe(phone)

    await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, phone)) ?? '')
    await page.getByLabel('密码', { exact: true }).fill('Qixian')
    expect(await page.locator('.password-rules .met').allTextContents()).toEqual(['大写，已满足', '小写，已满足'])
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('确认密码').fill(`${password}x`)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: '《隐私政策》' }).click()
    const agreement = await opened
    expect(new URL(agreement.url()).searchParams.get('columnId')).toBe('privacyPolicy')
    await agreement.close()
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await submit(page).click()
    expect(await faultOf(page, '确认密码')).toBe('两次密码输入不一致')
    await page.getByLabel('确认密码').fill(password)
    await submit(page).dblclick()

    await page.waitForURL('**/home/space/contract-list?status=all')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect((await context.cookies()).find(({ name }) => name === 'jit-econtract')?.value).toBe('1')
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  test('a user name somebody has is said at its field, and nothing typed is lost', async () => {
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    const other = phone.replace('1111', '2222')
    await page.goto('/home/register?userType=person')
    await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, other)) ?? '')
    await page.getByLabel('账号', { exact: true }).fill(userName.toUpperCase())
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('确认密码').fill(password)
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await submit(page).click()
    await page.getByText('该账号已被使用，请换一个').waitFor()
    expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe(password)
    await page.getByLabel('账号', { exact: true }).fill(`${userName}_b`)
    await submit(page).click()
    await page.waitForURL('**/home/')
    expect(faults).toEqual([])
    await close()
  })

  test('a phone that has an account is told so by message, and the page tells nobody', async () => {
    const { page, close } = await scene.browser[device](scene.server.url)
    const known = device === 'desktop' ? '13800000001' : '13800000002'
    await page.goto('/home/register?userType=person')
    expect(await askForCode(page, scene.server, known)).toBeNull()
    expect((await scene.server.outbox(known))[0]?.body).toContain('该手机号已注册，请直接登录')
    await page.getByLabel('短信验证码').fill('123456')
    await page.getByLabel('账号', { exact: true }).fill('somebody_new')
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('确认密码').fill(password)
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await submit(page).click()
    await page.getByText('验证码错误或已失效', { exact: true }).waitFor()
    await close()
  })
})

test('the registration needs no mouse', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/register-type')
  await page.getByRole('link', { name: /个人/ }).focus()
  await page.keyboard.press('Enter')
  const phone = '13711110009'
  await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, phone)) ?? '')
  await page.getByLabel('账号', { exact: true }).focus()
  const typed = ['keyboard_1', null, null, null, null, password, null, password] as const
  for (const [at, text] of typed.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    if (text !== null) await page.keyboard.type(text)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await page.getByRole('checkbox', { name: /我已阅读并同意/ }).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/')
  await close()
})

test('an invitation is kept for the browser’s session from any address, open or guarded (R6, K2)', async () => {
  for (const path of ['/home/register-type', '/home/login', '/home/space/contract-list', '/home/file-check']) {
    const { page, context, close } = await scene.browser.desktop(scene.server.url)
    const visit = async (code: string) => {
      await page.goto(`${path}?inviteCode=${code}`)
      if (path.endsWith('contract-list')) await page.waitForURL(/\/home\/login\?redirect=/)
      await page.locator('h1', { hasNotText: '正在进入' }).first().waitFor({ state: 'attached' })
      // Some headings are there before the scripts.
      await page.waitForLoadState('networkidle')
      return kept()
    }
    const kept = async () => (await context.cookies()).find(({ name }) => name === 'inviteCode')
    for (const odd of ['a b', 'a;b', '%E5%90%88', 'a'.repeat(65)]) expect(await visit(odd)).toBeUndefined()
    await visit('Team_42-x')
    const invited = { value: 'Team_42-x', expires: -1, path: '/', sameSite: 'Lax' }
    await expect.poll(kept).toMatchObject(invited)
    await close()
  }
})

test('an invitation reaches who is signed in, also by an address that leads elsewhere (R5, R6, R56)', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/login')
  await signInByAccount(page, { phone: '13800000001' })
  // Once the server has answered whose the invitation is, the page forgets it.
  await page.route('**/getInviteInfo*', () => {})
  for (const path of ['/home/login', '/home', '/']) {
    await page.goto(`${path}?inviteCode=Team_42-x`)
    await page.waitForURL('**/home/user-space/company-join?inviteCode=Team_42-x')
    const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'inviteCode')?.value
    await expect.poll(kept, { message: path }).toBe('Team_42-x')
    await page.context().clearCookies({ name: 'inviteCode' })
  }
  await close()
})

test('registering over a session ends it, and the browser is known at the next sign-in (C3)', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/login')
  await signInByAccount(page, { phone: '13800000001' })
  const held = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key)
  const alive = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const path = '/api/common/v1/user/inspectTokenExpired'
    return (await fetch(`${scene.server.url}${path}`, { method: 'POST', headers, body: '{}' })).status === 200
  }
  const before = { token: await held('token'), device: await held('device') }
  expect(await alive(before.token)).toBe(true)
  await page.goto('/home/register?userType=person')
  const phone = '13711110010'
  await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, phone)) ?? '')
  await page.getByLabel('账号', { exact: true }).fill('over_session')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await submit(page).click()
  await page.waitForURL('**/home/')
  expect(await alive(before.token)).toBe(false)
  expect(await alive(await held('token'))).toBe(true)
  expect((await held('device')).split(',')).toHaveLength(before.device.split(',').length + 1)
  await close()
})
