import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing, wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** A contract is put on paper from its own page. */

const scene = stage()
const subject = '保密协议'

/** What would come out of the printer, as a PDF: its pages' sizes in points. */
function sheets(pdf: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-print-'))
  try {
    const path = join(folder, 'printed.pdf')
    writeFileSync(path, pdf)
    const said = execFileSync('pdfinfo', ['-f', '1', '-l', '99', path], { encoding: 'utf8' })
    return said.split('\n').filter((line) => /^Page\s+\d+ size:/.test(line))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function openContract(page: Page): Promise<void> {
  await page.goto('/home/space/contract-list?status=otherSign')
  await page.getByRole('link', { name: subject, exact: true }).first().click()
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor()
}

const printed = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset['printed'] ?? 0))

test('every page of a contract goes to paper, and nothing else of the screen', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement
      dataset['printed'] = String(Number(dataset['printed'] ?? 0) + 1)
    }
  })
  await openAs(page, jing)
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
  })
  await openContract(page)
  await page.getByRole('button', { name: `更多：${subject}` }).click()
  await page.getByRole('menuitem', { name: '打印', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '打印' })
  await sheet.getByText('已打开打印窗口，共4页').waitFor()
  await expect.poll(() => printed(page)).toBe(1)
  await sheet.getByText('每页印有编号').waitFor()
  expect(await page.locator('.print-corner img').count()).toBe(4)
  expect(await axeFindings(page)).toEqual([])
  expect(sheets(await page.pdf({ format: 'A4', preferCSSPageSize: true }))).toHaveLength(4)
  await sheet.getByRole('button', { name: '再次打印' }).click()
  expect(await printed(page)).toBe(2)
  await sheet.getByRole('button', { name: '关闭' }).last().click()
  await sheet.waitFor({ state: 'detached' })
  expect(await page.locator('.print-pages').count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

test('whoever cannot reach the file is told, and prints when it is there again', async () => {
  const { page, close } = await scene.browser.phone(scene.server.url)
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await openAs(page, jing)
  await openContract(page)
  await page.route('**/file/content?*', (route) => route.abort())
  await page.getByRole('button', { name: `更多：${subject}` }).click()
  await page.getByRole('menuitem', { name: '打印', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '打印' })
  await sheet.getByText('打印准备失败，请检查网络后重试').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute('**/file/content?*')
  await sheet.getByRole('button', { name: '重试' }).click()
  await sheet.getByText('已打开打印窗口，共4页').waitFor()
  await close()
})
