import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { chen, jing, type Person, wang } from './support/people.ts'
import { newestCaptcha, signInByAccount } from './support/sign-in.ts'
import { pictures } from './support/picture.ts'
import { stage } from './support/stage.ts'

/** The ways of signing in, what stands in a guesser's way and not in the owner's, and ending a session elsewhere. */

const scene = stage()

async function visit(device: 'desktop' | 'phone', path = '/home/login') {
  const visitor = await scene.browser[device](scene.server.url)
  await visitor.page.goto(path)
  return visitor
}

const submit = (page: Page) => page.getByRole('button', { name: '登录', exact: true }).click()
const expired = (page: Page) => page.getByText('登录状态已过期，请重新登录')

async function fillAccount(page: Page, { phone }: Pick<Person, 'phone'>, password: string) {
  await page.getByLabel('手机号/账号').fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
}

/** The picture's answer, once the picture is there. */
async function readCaptcha(page: Page): Promise<string> {
  await page
    .getByRole('button', { name: /看不清/ })
    .locator('img')
    .waitFor()
  return newestCaptcha(scene.server)
}

/** Asks the server as this page's person. */
const askAs = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([address, json]) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      return (await (await fetch(address, { method: 'POST', headers, body: json })).json()).code as number
    },
    [path, JSON.stringify(body)] as const,
  )

test('X11, C1: three wrong passwords ask for a captcha, and with it the right one signs in', async () => {
  const { page, faults, close } = await visit('desktop')
  await fillAccount(page, chen, 'Wrong@2026')
  for (const left of [4, 3, 2]) {
    await submit(page)
    await page.getByText(`账号或密码错误，还可尝试${left}次`).waitFor()
  }
  await submit(page)
  await page.getByText('请输入图形验证码').waitFor()
  await page.getByLabel('密码', { exact: true }).fill('Moqi@2026')
  await page.getByLabel('图形验证码').fill(await readCaptcha(page))
  expect(await axeFindings(page)).toEqual([])
  await submit(page)
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  expect(faults).toEqual([])
  await close()
})

test('a stranger’s guesses lock the stranger out; the owner’s own browser signs in all the same', async () => {
  const owner = await visit('desktop')
  await signInByAccount(owner.page, jing)
  await owner.page.getByRole('button', { name: /^账号/ }).click()
  await owner.page.getByRole('button', { name: '退出登录' }).click()
  await owner.page.getByRole('button', { name: '确定' }).click()
  await owner.page.getByLabel('手机号/账号').waitFor()

  const stranger = await visit('desktop')
  await fillAccount(stranger.page, jing, 'Wrong@2026')
  for (const told of [/4次/, /3次/, /2次/]) {
    await submit(stranger.page)
    await stranger.page.getByText(told).waitFor()
  }
  await submit(stranger.page)
  for (const told of ['还可尝试1次', '账号已锁定，请15分钟后再试']) {
    await stranger.page.getByLabel('图形验证码').fill(await readCaptcha(stranger.page))
    const drawn = stranger.page.waitForResponse((answer) => answer.url().endsWith('/getCaptchaImage'))
    await submit(stranger.page)
    await stranger.page.getByText(told).waitFor()
    await drawn
  }
  await signInByAccount(owner.page, jing)
  expect(new URL(owner.page.url()).pathname).toBe('/home/')
  // The owner in that other browser: the password, and a code that the guesser is not sent.
  const { page } = stranger
  await page.getByText('是本人时，可用上面的密码和短信验证码继续登录').waitFor()
  await page.getByLabel('密码', { exact: true }).fill('Moqi@2026')
  await page.getByLabel('图形验证码').fill(await readCaptcha(page))
  const before = await scene.server.outbox(jing.phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await scene.server.outboxCode(jing.phone, before))
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'login-unlock')
  await submit(page)
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await Promise.all([owner.close(), stranger.close()])
})

test('C13: user name, phone and SMS code sign in, on a phone, and a wrong code is told as such', async () => {
  const first = await visit('desktop')
  await signInByAccount(first.page, wang)
  expect(await askAs(first.page, '/system/user/perfectInfo', { userName: 'wangxiaoming' })).toBe(200)
  await first.close()

  const { page, faults, close } = await visit('phone')
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByRole('button', { name: '用账号和手机号登录' }).click()
  await page.getByLabel('账号', { exact: true }).fill('wangxiaoming')
  await page.getByLabel('手机号', { exact: true }).fill(wang.phone)
  await page.getByLabel('图形验证码').fill(await readCaptcha(page))
  const before = await scene.server.outbox(wang.phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const code = await scene.server.outboxCode(wang.phone, before)
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByLabel('短信验证码').fill(code === '111111' ? '222222' : '111111')
  await submit(page)
  await page.getByText('验证码错误或已失效').waitFor()
  await page.getByLabel('短信验证码').fill(code)
  expect(await axeFindings(page)).toEqual([])
  await submit(page)
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  expect(faults).toEqual([])
  await close()
})

test('R51, I16: a link from the desk signs in on the phone, once; ended at the desk, the phone has to sign in again', async () => {
  const desk = await visit('desktop')
  await signInByAccount(desk.page, wang)
  await desk.page.goto('/home/user/settings')
  await desk.page.getByRole('button', { name: '在手机上继续' }).click()
  const sheet = desk.page.getByRole('dialog', { name: '在手机上继续' })
  const link = await sheet.getByText('/home/autoLogin').innerText()
  await sheet.getByRole('button', { name: '关闭' }).click()

  const phone = await visit('phone', link)
  // Whose account it is, before anything happens.
  await phone.page.getByRole('heading', { name: '登录王小明的账号' }).waitFor()
  await pictures(phone.page, 'auto-login-account')
  expect(await axeFindings(phone.page)).toEqual([])
  await phone.page.getByRole('button', { name: '登录', exact: true }).click()
  await phone.page.waitForURL('**/home/')
  await phone.page.getByText('待我签署').first().waitFor()
  const late = await visit('phone', link)
  await late.page.getByText('登录链接已失效或已使用，请重新获取').waitFor()
  expect(late.page.url()).not.toContain('token')
  expect(await axeFindings(late.page)).toEqual([])
  await late.page.getByRole('button', { name: '前往登录' }).click()
  await late.page.getByLabel('手机号/账号').waitFor()

  await desk.page.reload()
  const row = desk.page
    .getByRole('region', { name: '设备与会话' })
    .getByRole('listitem')
    .filter({ hasText: '链接登录' })
  await row.getByRole('button', { name: /^退出/ }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: '退出' }).click()
  await row.waitFor({ state: 'detached' })
  expect(await axeFindings(desk.page)).toEqual([])
  expect(desk.faults).toEqual([])

  // The stream of events ends with the session: nobody has to press anything.
  await expired(phone.page).waitFor()
  await phone.page.getByRole('button', { name: '重新登录' }).click()
  await phone.page.getByLabel('手机号/账号').waitFor()
  const left = await phone.page.evaluate(() => [localStorage.getItem('token'), document.cookie])
  expect(left).toEqual([null, expect.not.stringContaining('jit-econtract')])
  await Promise.all([desk.close(), phone.close(), late.close()])
})

test('I15: the token lies in the browser’s store, the cookie only marks it; unremembered it goes with the browser', async () => {
  const { page, context, close } = await visit('desktop')
  await signInByAccount(page, chen, false)
  const cookies = await context.cookies()
  const mark = cookies.find(({ name }) => name === 'jit-econtract')
  expect(mark).toMatchObject({ value: '1', path: '/', httpOnly: false, sameSite: 'Lax', expires: -1 })
  expect(cookies.map(({ name }) => name)).toEqual(['jit-econtract'])
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(token).toMatch(/^[\w-]{43}$/)
  // The browser is closed and opened again: its session cookies are gone.
  await context.clearCookies()
  await page.goto('/home/')
  await page.getByLabel('手机号/账号').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await close()
})
