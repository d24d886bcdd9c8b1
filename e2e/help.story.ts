import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { picture } from './support/picture.ts'
import { stage } from './support/stage.ts'

/** What somebody without an account learns before agreeing to anything. */

const scene = stage()

const shot = (page: Page, name: string) => picture(page, `help-${name}`, { whole: true })

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

test.each(['desktop', 'phone'] as const)(
  'R55: on a %s, somebody signing in reads the help and the privacy policy first, without a session',
  async (device) => {
    const { page, context, faults, close } = await scene.browser[device](scene.server.url)
    const asked: Record<string, string>[] = []
    context.on('request', (request) => {
      if (/docCenter|problemListOpen/.test(request.url())) asked.push(request.headers())
    })
    await page.goto('/home/login')
    await page.getByRole('link', { name: '帮助中心' }).click()
    await page.getByRole('heading', { level: 1, name: '帮助中心' }).waitFor()
    expect(await page.title()).toBe('帮助中心 · 墨契')
    expect(await axeFindings(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await shot(page, `overview-${device}`)

    await page.getByRole('main').getByRole('link', { name: '如何验证一份合同的真伪？' }).last().click()
    await page.getByRole('heading', { level: 1, name: '如何验证一份合同的真伪？' }).waitFor()
    await page.getByText('验证通过：文件未被篡改，全部签名有效').waitFor()
    expect(await page.title()).toBe('如何验证一份合同的真伪？ · 帮助中心 · 墨契')
    expect(await axeFindings(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await shot(page, `article-${device}`)

    await page.goto('/home/login')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: '《隐私政策》' }).click()
    const policy = await opened
    await policy.getByRole('heading', { level: 1, name: '隐私政策' }).waitFor()
    await policy.getByText('不会保存', { exact: false }).first().waitFor()
    expect(await axeFindings(policy)).toEqual([])
    expect(await fits(policy)).toBe(true)
    await shot(policy, `policy-${device}`)

    // Checklist C77.
    expect(asked.length).toBeGreaterThanOrEqual(4)
    for (const headers of asked) {
      expect(headers).toMatchObject({ 'accept-language': 'zh-CN', 'cache-control': 'no-cache' })
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
    }
    expect(faults).toEqual([])
    await close()
  },
)

test('by keyboard alone one opens a chapter, an article and a link in it, and the focus comes along', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/documentCenter?columnId=forgotPassword')
  await page.getByRole('heading', { level: 1, name: '忘记密码怎么办？' }).waitFor()
  await tabTo(page, '下载与验证')
  await page.keyboard.press('Enter')
  await tabTo(page, '电子合同有法律效力吗？')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1, name: '电子合同有法律效力吗？' })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  await page.getByText('测试证书没有法律效力').waitFor()
  await tabTo(page, '验证')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/file-check')
  await page.goBack()
  await heading.waitFor()
  expect(await page.title()).toBe('电子合同有法律效力吗？ · 帮助中心 · 墨契')
  expect(faults).toEqual([])
  await close()
})

test('a column there is not says so and leads back; a server out of reach can be asked again', async () => {
  const { page, close } = await scene.browser.phone(scene.server.url)
  await page.goto('/home/documentCenter?columnId=nothing')
  await page.getByText('帮助内容不存在或已下线，请从目录中选择').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'missing')
  await page.getByRole('link', { name: '查看全部内容' }).click()
  await page.getByRole('heading', { level: 1, name: '帮助中心' }).waitFor()

  await page.route('**/docCenterCmsGetByColumnId', (route) => route.abort())
  await page.getByRole('main').getByRole('link', { name: '如何签署合同？' }).last().click()
  await page.getByText('加载失败，点击重试').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute('**/docCenterCmsGetByColumnId')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { level: 1, name: '如何签署合同？' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: '打印' }).isVisible()).toBe(false)
  expect(await page.getByText('帮助目录').first().isVisible()).toBe(false)
  await shot(page, 'print')
  await close()
})

/** Presses Tab until what is focused reads so. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.textContent.trim()')) === text) return
  }
  throw new Error(`no Tab leads to ${text}`)
}
