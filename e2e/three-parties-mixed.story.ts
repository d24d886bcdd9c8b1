import type { Page } from 'playwright-core'
import { unzipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { judge } from './support/judge.ts'
import { placeAreas, sampleFile } from './support/launch.ts'
import { chen, jing, partyName, wang } from './support/people.ts'
import { invitation, openOwnTurn, readAll, signHere } from './support/sign.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/**
 * A Word file and a scan for three parties: two who sign side by side, one after them, who must read everything; with
 * an attachment, a private message, and a copy to a fourth person at the end.
 */

const reader = { phone: '13800000003', name: '张伟' }
const scene = stage()

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

async function uploadStep(page: Page): Promise<void> {
  await page.locator('.drop input[type=file]').setInputFiles([sampleFile('劳动合同.docx'), sampleFile('扫描件.jpg')])
  await page.getByRole('button', { name: '删除 劳动合同.pdf' }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: '删除 扫描件.pdf' }).waitFor()
  await page.getByText(/文件已转换为PDF，共\d+页，请预览核对内容/).waitFor()
  await page.getByRole('button', { name: '重命名 扫描件.pdf' }).click()
  await page.getByLabel('扫描件.pdf的新名称').fill('a/b')
  await page.keyboard.press('Enter')
  await page.getByText('文件名称不能包含').waitFor()
  await page.getByLabel('扫描件.pdf的新名称').fill('签收单')
  await page.keyboard.press('Enter')
  // Where one left, the focus comes back a frame later.
  await page.getByRole('button', { name: '重命名 签收单.pdf' }).and(page.locator(':focus')).waitFor()
  // By keyboard: the scan before the contract, and back.
  const grip = page.getByRole('button', { name: /^移动 签收单\.pdf/ })
  await grip.press('ArrowUp')
  await page.getByRole('button', { name: '移动 签收单.pdf，当前第1个' }).press('ArrowDown')
  await page.getByRole('button', { name: '移动 签收单.pdf，当前第2个' }).waitFor()
  await page.getByLabel('添加附件').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await next(page)
}

async function partiesStep(page: Page): Promise<void> {
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await page.getByText('混合签署', { exact: true }).click()
  await page.getByRole('button', { name: '批量粘贴' }).click()
  const sheet = page.getByRole('dialog', { name: '批量粘贴签署方' })
  const rows = [
    ['姓名', '手机号', '企业名称'],
    [wang.name, wang.phone],
    ['赵四', '1380'],
    [chen.name, chen.phone, chen.company ?? ''],
  ]
  await sheet.getByRole('textbox').fill(rows.map((row) => row.join('\t')).join('\n'))
  await sheet.getByText('第3行').waitFor()
  await sheet.getByRole('button', { name: '添加2个签署方' }).click()
  expect(await sheet.getByRole('textbox').inputValue()).toBe('赵四\t1380')
  await sheet.getByRole('button', { name: '关闭' }).first().click()
  await page.getByRole('switch', { name: '王小明与上一方同时签署' }).click()
  await page.getByRole('button', { name: /添加私信.*嘉禾/ }).click()
  await page.getByLabel('私信（仅该签署方可见）').fill('请核对附件后签署')
  await page.getByRole('switch', { name: `${partyName(chen)}须阅读全文` }).click()
  await page.getByRole('button', { name: '添加抄送人' }).click()
  await page.getByLabel('抄送人1姓名').fill(reader.name)
  await page.getByLabel('抄送人1手机号').fill(reader.phone)
  await page.getByRole('combobox', { name: `${reader.name}何时抄送` }).selectOption('完成后抄送')
  expect(await axeFindings(page)).toEqual([])
  await next(page)
}

async function placingStep(page: Page): Promise<void> {
  await page.waitForURL('**/set-temp-control**')
  await placeAreas(page, {
    page: 1,
    placings: [
      { person: jing, kind: '企业印章', x: 0.2, y: 0.3 },
      { person: wang, kind: '个人签名', x: 0.5, y: 0.3 },
      { person: chen, kind: '企业印章', x: 0.8, y: 0.3 },
    ],
  })
  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.getByRole('dialog', { name: '预览' })
  await preview.locator('.preview-area').waitFor()
  expect(await preview.locator('.preview-area').allTextContents()).toEqual(['企业印章'])
  await preview.getByRole('combobox', { name: '以哪一方的身份预览' }).selectOption(partyName(chen))
  await preview.getByText('请核对附件后签署').waitFor()
  await preview.getByText(/须阅读全文，不少于\d+秒/).waitFor()
  await preview.getByRole('button', { name: '关闭' }).click()
  await next(page)
}

test('a Word file and a scan are signed by three parties in a mixed order, and copied to a fourth at the end', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, jing)
  await page.getByRole('link', { name: /^发起签署/ }).click()
  await page.waitForURL('**/temp-create**')
  await uploadStep(page)
  await partiesStep(page)
  await placingStep(page)
  await page.getByRole('heading', { name: '确认发送' }).waitFor()
  await page.getByText('混合签署').waitFor()
  await page.getByText(`${reader.name}（完成后）`).waitFor()
  await page.getByText('发送后剩余').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('发送成功').waitFor()

  // The two of the first turn are invited together; the third not yet, the fourth not at all.
  const windows = await Promise.all([wang, chen].map(() => scene.browser.desktop(scene.server.url)))
  const [wangs, chens] = windows
  if (!wangs || !chens) throw new Error('no window')
  const told = async ({ phone }: { phone: string }, kind: string) =>
    (await scene.server.outbox(phone)).filter((message) => message.scene === kind).length
  await openAs(wangs.page, wang, { path: await invitation(scene.server, wang.phone) })
  await signHere(wangs.page, scene.server, wang)
  expect([await told(chen, 'toSign'), await told(reader, 'cc')]).toEqual([0, 0])
  await openOwnTurn(page)
  await signHere(page, scene.server, jing)

  // The third must see every page.
  await openAs(chens.page, chen, { path: await invitation(scene.server, chen.phone) })
  await chens.page.getByText('请核对附件后签署').waitFor()
  const download = chens.page.waitForEvent('download')
  await chens.page.getByRole('button', { name: '下载：保密协议.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('保密协议.pdf')
  await chens.page.getByRole('button', { name: '一键签署' }).first().click()
  await chens.page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  await readAll(chens.page)
  await signHere(chens.page, scene.server, chen)

  // The fourth now.
  await expect.poll(() => told(reader, 'cc'), { timeout: 30_000 }).toBe(1)
  const copy = (await scene.server.outbox(reader.phone)).find((message) => message.scene === 'cc')
  const fourth = await scene.browser.phone(scene.server.url)
  await openAs(fourth.page, reader, { path: /https?:\S+/.exec(copy?.body ?? '')?.[0] ?? '' })
  // The copy of a member is in the company's space, where they work.
  await fourth.page.getByRole('heading', { name: '劳动合同', exact: true }).waitFor()
  expect(new URL(fourth.page.url()).pathname).toBe('/home/temp-info')
  await fourth.page.goto('/home/space/contract-list?status=cc')
  await fourth.page.locator('a:visible', { hasText: '劳动合同' }).first().waitFor()
  expect(await fourth.page.getByRole('button', { name: /^(签署|拒签|撤回)/ }).count()).toBe(0)

  await page.goto('/home/space/contract-list?status=finish')
  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载/ }).first().click()
  const zip = readFileSync(await (await archive).path())
  const files = Object.entries(unzipSync(zip))
  expect(files.map(([name]) => name)).toEqual(['1-劳动合同.pdf', '2-签收单.pdf'])
  const first = files[0]?.[1]
  expect(judge(Buffer.from(first ?? []), scene.server.rootFile)).toEqual({ signatures: 4, timestamps: 4, faults: [] })
  expect([...desk.faults, ...wangs.faults, ...chens.faults, ...fourth.faults]).toEqual([])
})
