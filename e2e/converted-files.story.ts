import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from '@moqi/trust/testing/foreign-judge'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { judge } from './support/judge.ts'
import { sampleFile } from './support/launch.ts'
import { picture } from './support/picture.ts'
import { jing } from './support/people.ts'
import { openAs } from './support/session.ts'
import { openOwnTurn, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** What people really upload: a Word file, a photo, a PDF under a password, a form; seen before it is sent. */

const scene = stage()

async function atUpload() {
  const visitor = await scene.browser.desktop(scene.server.url)
  const { page } = visitor
  await openAs(page, jing)
  await page.getByRole('link', { name: /^发起签署/ }).click()
  await page.waitForURL('**/temp-create**')
  return visitor
}

const choose = (page: Page, path: string) => page.locator('.drop input[type=file]').setInputFiles(path)
const taken = (page: Page, name: string) => page.getByRole('button', { name: `删除 ${name}` }).waitFor()

test('a Word contract is looked at, placed by keyword, sealed, and judged sound by others', async () => {
  const { page, close, faults } = await atUpload()
  await choose(page, sampleFile('劳动合同.docx'))
  await page.getByText(/^文件已转换为PDF，共\d+页，请预览核对内容$/).waitFor({ timeout: 60_000 })
  await page.getByText('劳动合同.docx 已转换为PDF').waitFor()
  await page.getByRole('button', { name: '预览 劳动合同.pdf' }).click()
  const preview = page.getByRole('dialog', { name: '预览 劳动合同.pdf' })
  await preview.locator('canvas').first().waitFor()
  const [paper, pages] = await Promise.all([
    preview.locator('.sheet-page').first().boundingBox(),
    preview.locator('.document-scroll').boundingBox(),
  ])
  const middleOf = (box: typeof paper) => (box ? box.x + box.width / 2 : null)
  // A scrollbar at one side moves it by half its width.
  expect(middleOf(paper)).toBe(middleOf(pages))
  expect(await axeFindings(page)).toEqual([])
  await preview.getByRole('button', { name: '关闭' }).click()
  const next = page.getByRole('button', { name: '下一步' })
  await next.click()
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await next.click()
  await page.waitForURL('**/set-temp-control**')
  const tools = page.getByRole('complementary', { name: '控件与属性' })
  await tools.getByText('按关键字定位').click()
  await tools.getByLabel('关键字').fill('没有这句话')
  await tools.getByRole('button', { name: '定位' }).click()
  await page.getByText(/^未找到“没有这句话”/).waitFor()
  await tools.getByLabel('关键字').fill('甲方(盖章)')
  await tools.getByRole('button', { name: '定位' }).click()
  await tools.getByRole('heading', { name: /^企业印章/, level: 2 }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await next.click()
  await page.getByRole('heading', { name: '确认发送' }).waitFor()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('发送成功').waitFor()
  await openOwnTurn(page)
  await signHere(page, scene.server, jing)
  await page.goto('/home/space/contract-list?status=finish')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载/ }).first().click()
  const file = readFileSync(await (await download).path())
  expect(judge(file, scene.server.rootFile)).toEqual({ signatures: 2, timestamps: 2, faults: [] })
  expect(faults).toEqual([])
  await close()
})

test('a photo becomes a page, a protected PDF is opened by its password, a form is kept where one wants it', async () => {
  const { page, close } = await atUpload()
  await choose(page, sampleFile('扫描件.jpg'))
  await page.getByText('图片已转换为A4页面，请预览核对内容').waitFor()
  const locked = join(mkdtempSync(join(tmpdir(), 'moqi-locked-')), '加密合同.pdf')
  const source = sampleFile('保密协议.pdf')
  ask('qpdf', '--encrypt', 'moqi-2026', 'owner', '256', '--', source, locked)
  await choose(page, locked)
  const row = page.getByRole('listitem').filter({ hasText: '加密合同' })
  await row.getByText('文件已加密，请输入文件密码').waitFor()
  await row.getByLabel('文件密码').fill('wrong')
  await row.getByRole('button', { name: '打开文件' }).click()
  await row.getByText('文件密码不正确，请重新输入').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await row.getByLabel('文件密码').fill('moqi-2026')
  await row.getByRole('button', { name: '打开文件' }).click()
  await taken(page, '加密合同.pdf')
  const restricted = join(mkdtempSync(join(tmpdir(), 'moqi-restricted-')), '限制编辑.pdf')
  ask('qpdf', '--encrypt', 'moqi-2026', 'owner', '256', '--modify=none', '--', source, restricted)
  await choose(page, restricted)
  const limited = page.getByRole('listitem').filter({ hasText: '限制编辑' })
  await limited.getByLabel('文件密码').fill('moqi-2026')
  await limited.getByRole('button', { name: '打开文件' }).click()
  await limited.getByText('文件限制编辑，请输入权限密码').waitFor()
  await picture(page, 'restricted-file')
  await limited.getByLabel('权限密码', { exact: true }).fill('owner')
  await limited.getByRole('button', { name: '打开文件' }).click()
  await taken(page, '限制编辑.pdf')
  await choose(page, sampleFile('intake/带表单.pdf'))
  await page.getByText('文件中的表单已按当前内容固定，签署后不可再填写').waitFor()
  await page.getByRole('button', { name: '改为保留只读表单' }).click()
  await page.getByText('文件中的表单已保留为只读，签署后不可再填写').waitFor()
  await page.getByRole('button', { name: '改为固定为页面内容' }).waitFor()
  expect(await page.getByRole('button', { name: /^删除 / }).count()).toBe(4)
  await close()
})
