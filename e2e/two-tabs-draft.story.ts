import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { sampleFile } from './support/launch.ts'
import { jing } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** One draft open in two tabs: the later save is refused, and neither tab's words are lost. */

const scene = stage()

const subject = (page: Page) => page.getByLabel('合同主题')
const save = (page: Page) => page.getByRole('button', { name: '保存草稿' }).click()

/** The first tab with a saved draft of one file, and a second tab on the same draft. */
async function twoTabs() {
  const { page, context, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/temp-create' })
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  await save(page)
  await page.waitForURL(/signId=/)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  return { first: page, second: other, faults, close }
}

test('the later save is refused, and may become a draft of its own', async () => {
  const { first, second, faults, close } = await twoTabs()
  await subject(first).fill('先保存的主题')
  await save(first)
  await first.getByText('草稿已保存').first().waitFor()
  await subject(second).fill('后保存的主题')
  await second.getByLabel('备注（选填）').fill('后一页写下的备注')
  await save(second)
  const question = second.getByRole('dialog', { name: '草稿有新版本' })
  await question.getByText('草稿已在其他页面更新，请刷新后继续编辑').waitFor()
  expect(await axeFindings(second)).toEqual([])

  // Leaving the question leaves what was typed.
  await second.keyboard.press('Escape')
  expect(await subject(second).inputValue()).toBe('后保存的主题')
  await save(second)
  await question.getByRole('button', { name: '另存为新草稿' }).click()
  await second.getByText('已另存为新草稿').waitFor()
  await second.waitForURL((url) => url.search !== new URL(first.url()).search)
  await second.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  expect(await subject(second).inputValue()).toBe('后保存的主题')
  expect(await second.getByLabel('备注（选填）').inputValue()).toBe('后一页写下的备注')

  // Both are in the list, and the first is as its tab left it.
  await second.goto('/home/space/contract-list?status=draft')
  for (const name of ['先保存的主题', '后保存的主题']) await second.getByText(name).first().waitFor()
  await first.reload()
  await first.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  expect(await subject(first).inputValue()).toBe('先保存的主题')
  expect(faults).toEqual([])
  await close()
})

test('whoever reloads goes on with the newer version', async () => {
  const { first, second, close } = await twoTabs()
  await subject(first).fill('较新的主题')
  await save(first)
  await first.getByText('草稿已保存').first().waitFor()
  await subject(second).fill('较旧的主题')
  await save(second)
  const question = second.getByRole('dialog', { name: '草稿有新版本' })
  await question.getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => subject(second).inputValue()).toBe('较新的主题')
  await subject(second).fill('再改一次')
  await save(second)
  await second.getByText('草稿已保存').first().waitFor()
  await close()
})
