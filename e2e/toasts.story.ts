import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { jing } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** Where a message lies while one works: over nothing that says where one is, or leads on. */

const scene = stage()

const windows = [
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [320, 568],
  [844, 390],
] as const

/** What the newest message lies over, of title and way on, as far as neither can be scrolled from under it. */
const underMessage = `(() => {
  const toast = document.querySelector('.toast').getBoundingClientRect()
  const scrolls = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowY, position } = getComputedStyle(at)
      if (position === 'fixed') return false
      const auto = overflowY === 'auto' || overflowY === 'scroll' || at === document.documentElement
      if (auto && at.scrollHeight > at.clientHeight + 1) return true
    }
    return false
  }
  const titles = [...document.querySelectorAll('h1:not(.sr)')]
  const ways = [...document.querySelectorAll('.btn-primary, .btn-seal')].filter((button) => !scrolls(button))
  return [...titles, ...ways].filter((element) => element.checkVisibility()).flatMap((element) => {
    const box = element.getBoundingClientRect()
    const across = Math.min(box.right, toast.right) - Math.max(box.left, toast.left)
    const along = Math.min(box.bottom, toast.bottom) - Math.max(box.top, toast.top)
    return box.width > 1 && across > 2 && along > 2 ? [element.textContent + ' ' + Math.round(along) + ' px'] : []
  })
})()`

/** In each size of the window, what lies under a message that `act` brings. */
async function covered(page: Page, act: () => Promise<void>): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await act()
    const toast = page.locator('.toast').last()
    await toast.waitFor()
    const under = await page.evaluate<string[]>(underMessage)
    found.push(...under.map((what) => `${width}×${height}: ${what}`))
    // What is asked for once more says so once more.
    const closing = page.locator('.toast').getByRole('button', { name: '关闭提示' }).last()
    await expect
      .poll(async () => {
        await closing.click({ timeout: 2000 }).catch(() => {})
        return page.locator('.toast').count()
      })
      .toBe(0)
  }
  return found
}

test('a message covers neither the title nor the way on, in any window', async () => {
  const nobody = await scene.browser.desktop(scene.server.url)
  await nobody.page.goto('/home/login')
  await nobody.page.getByRole('tab', { name: '验证码登录' }).click()
  const another = nobody.page.getByRole('button', { name: '看不清，换一张验证码' })
  await another.waitFor()
  await nobody.page.route('**/getCaptchaImage*', (route) => route.abort())
  expect(await covered(nobody.page, () => another.click())).toEqual([])
  await nobody.close()

  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/space/contract-list?status=all' })
  await page.route('**/task/list', (route) => route.abort())
  expect(await covered(page, async () => void (await page.reload()))).toEqual([])
  await page.goto('/home/temp-create?from=/')
  await page.route('**/saveDraft', (route) => route.abort())
  const keep = page.getByRole('button', { name: '保存草稿' }).locator('visible=true')
  expect(await covered(page, () => keep.first().click())).toEqual([])
  await close()
})
