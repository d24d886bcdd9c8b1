import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chen, jing } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { axeFindings } from './support/axe.ts'
import { stage } from './support/stage.ts'

const scene = stage()

test('page size and space chosen in one browser are there in another (S19, S20)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await openAs(desk.page, chen)
  // The personal space: its list, its size, and from then on the place to begin.
  await desk.page.getByRole('button', { name: /当前空间/ }).press('Enter')
  await desk.page.keyboard.press('ArrowDown')
  await desk.page.keyboard.press('ArrowDown')
  const told = desk.page.waitForResponse((response) => response.url().endsWith('/savePreference'))
  await desk.page.keyboard.press('Enter')
  expect((await told).status()).toBe(200)
  const herself = { ...chen, company: null }
  const placings = [{ person: herself, kind: '个人签名', x: 0.5, y: 0.3 }]
  await sendContract(scene.server, { file: '保密协议.pdf', others: [], ownSideSigns: true, page: 1, placings }, herself)
  await desk.page.goto('/home/space/contract-list?status=all')
  await desk.page.getByRole('link', { name: '保密协议' }).first().waitFor()
  const kept = desk.page.waitForResponse((response) => response.url().endsWith('/savePreference'))
  await desk.page.getByLabel('每页条数').first().selectOption('20')
  expect((await kept).status()).toBe(200)

  const elsewhere = await scene.browser.desktop(scene.server.url)
  await openAs(elsewhere.page, chen, { path: '/home/space/contract-list' })
  await elsewhere.page.getByRole('button', { name: /当前空间.*陈晨/ }).waitFor()
  await elsewhere.page.getByRole('link', { name: '保密协议' }).first().waitFor()
  expect(await elsewhere.page.getByLabel('每页条数').first().inputValue()).toBe('20')
  expect([...desk.faults, ...elsewhere.faults]).toEqual([])
  await elsewhere.close()
  await desk.close()
})

test('the space to begin in is chosen in /user/config and holds in another browser, over the one used last (R41)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await openAs(desk.page, jing)
  await desk.page.getByRole('button', { name: /当前空间/ }).waitFor()
  await desk.page.goto('/home/user/config')
  const field = desk.page.getByLabel('登录后进入的空间')
  await field.waitFor()
  // Beside the last one used stand the spaces, once they are known.
  await field.locator('option').nth(1).waitFor({ state: 'attached' })
  const names = await field.locator('option').allTextContents()
  expect(names).toEqual(['上次使用的空间', ...names.slice(1)])
  const company = names.find((name) => name.includes('云启')) ?? ''
  const person = names.find((name) => name === '李静') ?? ''
  const begin = async (space: string) => {
    const told = desk.page.waitForResponse((response) => response.url().endsWith('/savePreference'))
    await field.selectOption(space)
    expect((await told).status()).toBe(200)
    await desk.page.getByText('已保存').first().waitFor()
    const elsewhere = await scene.browser.desktop(scene.server.url)
    await openAs(elsewhere.page, jing)
    await elsewhere.page.getByRole('button', { name: new RegExp(`当前空间.*${space}`) }).waitFor()
    expect(elsewhere.faults).toEqual([])
    await elsewhere.close()
  }
  await begin(person)
  await begin(company)
  expect(await axeFindings(desk.page)).toEqual([])
  await desk.page.reload()
  await expect.poll(() => field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(company)
  expect(desk.faults).toEqual([])
  await desk.close()
})

const spoken = (page: Page) => page.evaluate(() => document.documentElement.lang)

test('the language is chosen once, and holds after signing out and in another browser (R41, Z3)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, chen, { path: '/home/user/config' })
  await page.getByLabel('语言 / Language').selectOption('en')
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
  expect(await spoken(page)).toBe('en')
  await page.locator('.head-user').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Are you sure you want to exit the system?').waitFor()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/login**')
  await page.getByLabel('Phone / account').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('userConfig'))).toBeNull()

  const elsewhere = await scene.browser.desktop(scene.server.url)
  await openAs(elsewhere.page, chen)
  await elsewhere.page.getByRole('button', { name: /Current space/ }).waitFor()
  await elsewhere.page.goto('/home/user/config')
  const field = elsewhere.page.getByLabel('Language / 语言')
  await expect.poll(() => field.inputValue()).toBe('en')
  expect(await axeFindings(elsewhere.page)).toEqual([])
  await field.selectOption('zh')
  await elsewhere.page.getByRole('button', { name: /当前空间/ }).waitFor()
  expect(await spoken(elsewhere.page)).toBe('zh-CN')
  expect([...desk.faults, ...elsewhere.faults]).toEqual([])
  await elsewhere.close()
  await desk.close()
})
