import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { chen, wang } from './support/people.ts'
import { askForCode } from './support/prove-phone.ts'
import { signInByAccount } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

const scene = stage()

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  const { phone } = device === 'desktop' ? wang : chen

  test('a forgotten password is set anew with the phone, and whoever was signed in is out', async () => {
    const elsewhere = await scene.browser.desktop(scene.server.url)
    await elsewhere.page.goto('/home/login')
    await signInByAccount(elsewhere.page, { phone })

    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await page.goto('/home/login?redirect=%2Fspace%2Fcontract-list%3Fstatus%3Dall')
    await page.getByRole('link', { name: '忘记密码' }).click()
    await page.getByRole('heading', { name: '重设密码' }).waitFor()
    expect(await page.title()).toContain('重设密码')
    expect(await axeFindings(page)).toEqual([])

    await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, phone)) ?? '')
    const submit = page.getByRole('button', { name: '重设密码' })
    const type = async (password: string) => {
      await page.getByLabel('新密码').fill(password)
      await page.getByLabel('确认密码').fill(password)
    }
    await type('Moqi@2026')
    await submit.click()
    await page.getByText('新密码不能与最近5次使用过的密码相同').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await type('Xin-mima-1')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '密码已重设' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('link', { name: '去登录' }).click()
    await page.getByLabel('手机号/账号').fill(phone)
    await page.getByRole('checkbox', { name: /我已阅读/ }).check()
    const password = page.getByLabel('密码', { exact: true })
    await password.fill('Moqi@2026')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('账号或密码错误，还可尝试4次').waitFor()
    await password.fill('Xin-mima-1')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL('**/home/space/contract-list?status=all')
    expect(faults).toEqual([])
    await close()

    await elsewhere.page.goto('/home/')
    await elsewhere.page.getByText('登录状态已过期，请重新登录').waitFor()
    await elsewhere.close()
  })

  test('a phone without account is told so by message, and the page tells nobody', async () => {
    const { page, close } = await scene.browser[device](scene.server.url)
    const unknown = device === 'desktop' ? '13744440001' : '13744440002'
    await page.goto('/home/login?forgot=1')
    expect(await askForCode(page, scene.server, unknown)).toBeNull()
    expect((await scene.server.outbox(unknown))[0]?.body).toContain('该手机号尚未注册')
    await page.getByLabel('短信验证码').fill('123456')
    await page.getByLabel('新密码').fill('Xin-mima-1')
    await page.getByLabel('确认密码').fill('Xin-mima-1')
    await page.getByRole('button', { name: '重设密码' }).click()
    await page.getByText('验证码错误或已失效', { exact: true }).waitFor()
    await close()
  })
})
