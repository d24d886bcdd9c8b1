import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { askForCode } from './support/prove-phone.ts'
import { signInByCode } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

const scene = stage()
const password = 'Wanshan#2026'

/** Signs in by code and stays on whatever page comes. */
async function enterByCode(page: Page, phone: string): Promise<void> {
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, phone)) ?? '')
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  const mark = device === 'desktop' ? '1' : '2'

  test('an account made by a code is completed once and goes on to where it wanted (R22)', async () => {
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await page.goto('/home/space/contract-list?status=all')
    await enterByCode(page, `1375555000${mark}`)
    await page.getByRole('heading', { name: '完善账号信息' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    const mail = `zhou.mo${mark}@example.cn`
    await page.getByLabel('账号', { exact: true }).fill(`zhou_mo_${mark}`)
    await page.getByLabel('登录密码').fill(password)
    await page.getByLabel('确认密码').fill(password)
    await page.getByLabel('邮箱（选填）').fill(mail)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByLabel('邮箱验证码').fill(await scene.server.outboxCode(mail))
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: '完成' }).click()
    await page.waitForURL('**/home/space/contract-list?status=all')
    await page.goto('/home/perfect-info')
    await page.waitForURL('**/home/')
    expect(faults).toEqual([])
    await close()
  })

  test('it may be left for later and does not come back (R22)', async () => {
    const { page, close } = await scene.browser[device](scene.server.url)
    await page.goto('/home/login')
    await enterByCode(page, `1376666000${mark}`)
    await page.getByRole('link', { name: '以后再填' }).click()
    await page.waitForURL('**/home/')
    await page.getByRole('heading', { name: '工作中心' }).waitFor({ state: 'attached' })
    await page.reload()
    await page.getByRole('heading', { name: '工作中心' }).waitFor({ state: 'attached' })
    expect(new URL(page.url()).pathname).toBe('/home/')
    await close()
  })

  test('a mail address is bound, and another needs the phone too (R23)', async () => {
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    const phone = `1377777000${mark}`
    await page.goto('/home/login?redirect=%2Fbind-email')
    await signInByCode(page, scene.server, phone)
    await page.getByRole('heading', { name: '绑定邮箱' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    const [old, next] = [`old${mark}@example.cn`, `new${mark}@example.cn`]
    await page.getByLabel('邮箱', { exact: true }).fill('old')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('邮箱格式不正确').waitFor()
    await page.getByLabel('邮箱', { exact: true }).fill(old)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByLabel('邮箱验证码').fill(await scene.server.outboxCode(old))
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/home/')

    await page.goto('/home/bind-email')
    await page.getByText(`o***@example.cn`).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('新邮箱').fill(next)
    const buttons = page.getByRole('button', { name: '获取验证码' })
    const before = await scene.server.outbox(phone)
    await buttons.nth(1).click()
    await buttons.first().click()
    await page.getByLabel('邮箱验证码').fill(await scene.server.outboxCode(next))
    await page.getByLabel('短信验证码').fill(await scene.server.outboxCode(phone, before))
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL('**/home/')
    await expect
      .poll(async () => (await scene.server.outbox(old))[0]?.body)
      .toContain('您的账号邮箱已更换为n***@example.cn')
    expect(faults).toEqual([])
    await close()
  })
})
