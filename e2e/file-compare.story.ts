import { textPages } from '@moqi/pdf/testing/text-pages'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { picture } from './support/picture.ts'
import { stage } from './support/stage.ts'

/** What somebody learns whose draft came back: what did they change? */

const scene = stage()

const lines = ['第一条 甲方应于收到发票后30日内付款。', '第二条 乙方交付的货物应符合约定的质量标准。']
const draft = textPages([{ lines }])
const back = textPages([
  { lines: lines.with(0, '第一条 甲方应于收到发票后60日内付款。'), drawn: '.8 .1 .1 RG 3 w 400 120 80 80 re S' },
  { lines: ['附件一 交货清单', '本附件与合同具有同等效力。'] },
])
const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

async function compare(page: Page, before: Buffer, after: Buffer): Promise<void> {
  await page.goto('/home/file-check')
  await page.getByRole('link', { name: '对比文件' }).click()
  await page.getByRole('heading', { name: '有哪些不同？' }).waitFor()
  const slots = page.locator('input[type=file]')
  await slots.nth(0).setInputFiles(named('草稿.pdf', before))
  await slots.nth(1).setInputFiles(named('返回.pdf', after))
  await page.getByRole('button', { name: '开始对比' }).click()
}

test.each(['desktop', 'phone'] as const)(
  'on a %s, each difference leads to both pages, where it is framed',
  async (device) => {
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await compare(page, draft, back)
    await page.getByRole('heading', { name: '发现3处差异' }).waitFor()
    const differences = page.getByRole('list', { name: '差异' }).getByRole('button')
    expect(await differences.count()).toBe(3)
    expect(await differences.first().locator('del').textContent()).toBe('30')
    expect(await differences.first().locator('ins').textContent()).toBe('60')
    await page.getByRole('img', { name: '原文件的第1页' }).waitFor()
    await page.getByRole('img', { name: '新文件的第1页' }).waitFor()
    expect(await page.locator('.diff-pages .diff-sheet i').count()).toBe(2)
    expect(await axeFindings(page)).toEqual([])
    await picture(page, `compare-${device}`, { whole: true })
    await differences.nth(2).click()
    await page.getByRole('heading', { name: '第3处，新文件第2页' }).waitFor()
    await page.getByRole('img', { name: '新文件的第2页' }).waitFor()
    await page.getByText('没有对应的页').locator('visible=true').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(faults).toEqual([])
    await close()
  },
)

test('the same file twice has no differences, and other files can be compared', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await compare(page, draft, draft)
  await page.getByRole('heading', { name: '没有发现差异' }).waitFor()
  await page.getByRole('button', { name: '对比其他文件' }).click()
  const slots = page.locator('input[type=file]')
  await slots.first().setInputFiles([named('草稿.pdf', draft), named('不是.pdf', Buffer.from('这不是PDF'))])
  await page.getByRole('button', { name: '开始对比' }).click()
  await page.getByRole('alert').getByText('新文件不是PDF，请选择PDF文件').waitFor()
  await slots.nth(1).setInputFiles({ ...named('返回.docx', draft), mimeType: '' })
  await page.getByText('仅支持PDF，请另存为PDF后再选择').waitFor()
  expect(await page.getByRole('button', { name: '开始对比' }).isDisabled()).toBe(true)
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  await close()
})

test('on paper every page that differs stands there with its frames', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await compare(page, draft, back)
  await page.getByRole('heading', { name: '发现3处差异' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.diff-paper img').locator('visible=true').count()).toBe(3)
  expect(await page.getByRole('button', { name: '打印' }).isVisible()).toBe(false)
  await picture(page, 'compare-print', { whole: true })
  await close()
})
