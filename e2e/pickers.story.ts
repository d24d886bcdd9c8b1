import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** Days and choices: one control each, by keyboard, by mouse and by touch, and nothing for axe to say while open. */

const scene = stage()

async function signedIn(device: 'desktop' | 'phone') {
  const visitor = await scene.browser[device](scene.server.url)
  await openAs(visitor.page, jing)
  return visitor
}

const calendarOf = async (page: Page, name: string) => {
  const calendar = page.getByRole('dialog', { name, exact: true })
  await calendar.getByRole('grid').waitFor()
  return calendar
}

/** The calendar's own script, not its icon. */
const isCalendar = (url: string) => /\/calendar-(?!days-)[^/]*\.js$/.test(url)

const focused = (page: Page) => page.locator(':focus')

test('a deadline is typed as people write it, and picked by arrow keys (F15)', async () => {
  const { page, faults, close } = await signedIn('desktop')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/home/temp-create')
  const field = page.getByLabel('签署截止时间')
  await field.fill('2030年2月30日')
  await field.press('Tab')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('2030/2/9')
  await field.press('Tab')
  expect(await field.inputValue()).toBe('2030-02-09')
  await field.press('ArrowDown')
  const calendar = await calendarOf(page, '选择日期')
  expect(await focused(page).getAttribute('aria-label')).toContain('2030年2月9日')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'calendar-open')
  await page.keyboard.press('Enter')
  await calendar.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('2030-03-10')
  expect(await focused(page).inputValue()).toBe('2030-03-10')
  expect(asked.filter(isCalendar)).toHaveLength(1)
  expect(faults).toEqual([])
  await close()
})

test('a range is two presses, Escape leaves it as it is, and both ends are asked for', async () => {
  const { page, faults, close } = await signedIn('desktop')
  await page.goto('/home/space/contract-list?status=all')
  await page.getByRole('button', { name: '展开' }).click()
  await page.getByLabel('截止时间起').click()
  await calendarOf(page, '选择截止时间起')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('grid').count()).toBe(0)
  await page.getByLabel('截止时间起').fill('2030-03-10')
  await page.getByLabel('截止时间起').click()
  const from = await calendarOf(page, '选择截止时间起')
  expect(await axeFindings(page)).toEqual([])
  await from.getByRole('button', { name: /2030年3月20日/ }).click()
  const to = await calendarOf(page, '选择截止时间止')
  await picture(page, 'range-open')
  await to.getByRole('button', { name: /2030年3月12日/ }).click()
  // The earlier one comes first, whichever was picked first.
  expect(await page.getByLabel('截止时间起').inputValue()).toBe('2030-03-12')
  expect(await page.getByLabel('截止时间止').inputValue()).toBe('2030-03-20')
  await page.getByLabel('合同状态').selectOption('已拒签')
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForURL(/2030-03-12.*2030-03-20/)
  expect(faults).toEqual([])
  await close()
})

test('延期 has the calendar of the wizard, which lets no earlier day be picked (F15)', async () => {
  const { page, faults, close } = await signedIn('desktop')
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
  })
  await page.goto('/home/space/contract-list?status=otherSign')
  const row = page.getByRole('row').filter({ hasText: '保密协议' }).first()
  const near = row.getByRole('button', { name: /^延期/ })
  const far = row.getByRole('button', { name: /^更多/ })
  await near.or(far).first().waitFor()
  if (await near.isVisible()) await near.click()
  else {
    await far.click()
    await page.getByRole('menuitem', { name: '延期', exact: true }).click()
  }
  const sheet = page.getByRole('dialog', { name: '延期' })
  await sheet.getByRole('button', { name: '打开日历' }).click()
  const calendar = await calendarOf(page, '选择日期')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'extend-open')
  // The day it proposes may lie in a month that has no day too early.
  await calendar.locator('.rdp-button_previous').click()
  expect(await calendar.getByRole('gridcell').locator('button:disabled').count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  expect(await sheet.isVisible()).toBe(true)
  expect(faults).toEqual([])
  await close()
})

test('a phone has its own date picker, and never loads ours', async () => {
  const { page, faults, close } = await signedIn('phone')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/home/temp-create')
  expect(await page.getByLabel('签署截止时间').getAttribute('type')).toBe('date')
  await page.getByLabel('签署截止时间').fill('2030-02-09')
  await page.goto('/home/space/signatures-list')
  await page.getByRole('button', { name: /筛选/ }).click()
  expect(await page.getByLabel('用印时间起').getAttribute('type')).toBe('date')
  expect(await axeFindings(page)).toEqual([])
  // By then whatever comes later has come; a page that hears events is never without a request.
  await page.waitForTimeout(2000)
  expect(asked.filter(isCalendar)).toEqual([])
  expect(faults).toEqual([])
  await close()
})
