import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing } from './support/people.ts'
import { picture } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** What leads nowhere says so at once, and what is closed again leaves the visitor where it was opened. */

const scene = stage()

async function signedIn(device: 'desktop' | 'phone', person: { phone: string } = jing) {
  const visitor = await scene.browser[device](scene.server.url)
  await openAs(visitor.page, person)
  await visitor.page.getByText('待我签署').first().waitFor()
  return visitor
}

const focused = () => document.activeElement?.closest('button')?.textContent ?? document.activeElement?.tagName

test.each(['/home/temp-info', '/home/signing', `/home/temp-info?signId=${'x'.repeat(65)}`])(
  'R28, R29: %s names no contract, and nobody asks the server for it',
  async (path) => {
    const { page, faults, close } = await signedIn('desktop')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/getSignDetailInfo|pageImage/.test(request.url())) asked.push(request.url())
    })
    await page.goto(path)
    await page.getByRole('heading', { name: '合同不存在或无权查看' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await picture(page, `no-contract${path.length}`)
    expect([asked, faults]).toEqual([[], []])
    await close()
  },
)

test.each(['desktop', 'phone'] as const)(
  'C79: on a %s the way in shows why the server gives no spaces, and goes on when it does',
  async (device) => {
    const { page, context, close } = await signedIn(device)
    const message = '账号正在维护，请10分钟后再试'
    await context.route('**/getUserSpaceInfo', (route) =>
      route.fulfill({ json: { code: 423, message, data: { reason: 'account/locked' } } }),
    )
    await page.goto('/home/loading?redirect=/user/info')
    await page.getByRole('heading', { name: '没有读到您的空间' }).waitFor()
    await page.locator('main').getByText(message).waitFor()
    await page.getByRole('status').or(page.getByRole('alert')).getByText(message).first().waitFor()
    expect(await page.getByText('网络或服务器暂时不可用').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await picture(page, `no-spaces-${device}`)
    await context.unroute('**/getUserSpaceInfo')
    await page.getByRole('button', { name: '重试' }).click()
    await page.waitForURL('**/home/user/info')
    await close()
  },
)

test('what the account and the space menu ask gives the focus back to the menu’s button', async () => {
  const { page, close } = await signedIn('desktop')
  const account = page.getByRole('button', { name: /^账号/ })
  const space = page.getByRole('button', { name: /^当前空间|切换空间/ })
  const ways = [
    [account, '退出登录', '账号', '取消'],
    [space, '退出企业', '切换空间', '知道了'],
  ] as const
  for (const [opener, entry, name, button] of ways) {
    for (const leave of ['Escape', button]) {
      await opener.click()
      await page.getByRole('button', { name: entry }).click()
      const sheet = page.getByRole('dialog')
      await sheet.waitFor()
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await sheet.getByRole('button', { name: leave }).click()
      await sheet.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(focused)).toContain(name)
    }
  }
  await close()
})

test('R11: a sign-in link’s page has no header, on the desk and on the phone', async () => {
  for (const device of ['desktop', 'phone'] as const) {
    const { page, close } = await scene.browser[device](scene.server.url)
    await page.goto('/home/autoLogin?token=none')
    await page.getByRole('heading', { name: '无法登录' }).waitFor()
    expect(await page.getByRole('banner').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await picture(page, `auto-login-${device}`)
    await close()
  }
})

test.each(['desktop', 'phone'] as const)(
  'I9, C0.4: on a %s the company’s list is the administrator’s; an operator who follows its link sees their own',
  async (device) => {
    for (const [person, sentence] of [
      [jing, 1],
      [{ phone: '13800000003' }, 0],
    ] as const) {
      const { page, faults, close } = await signedIn(device, person)
      await page.goto('/home/space/contract-list?status=all&scope=company')
      await page
        .getByText(/^共\d+条/)
        .or(page.getByText('暂无合同，快去发起一份吧'))
        .first()
        .waitFor()
      expect(new URL(page.url()).pathname).toBe('/home/space/contract-list')
      await expect.poll(() => page.getByText('同事的合同仅可查看和下载').count()).toBe(sentence)
      expect(await axeFindings(page)).toEqual([])
      await picture(page, `company-list-${device}-${person.phone}`)
      expect(faults).toEqual([])
      await close()
    }
  },
)
