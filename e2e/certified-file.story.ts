import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scene } from '@moqi/trust/testing/authority-scene'
import { certifiedUpload } from '@moqi/form/testing/certified-document'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { judge } from './support/judge.ts'
import { jing, wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { signInByCode } from './support/sign-in.ts'
import { invitation, openOwnTurn, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** A contract that another platform certified is signed in the fields it came with, and nowhere else. */

const theatre = stage()

async function certifiedFile(): Promise<string> {
  const elsewhere = await scene()
  const path = join(mkdtempSync(join(tmpdir(), 'moqi-certified-')), '框架协议.pdf')
  writeFileSync(path, await certifiedUpload({ key: await elsewhere.party('其他平台') }))
  return path
}

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

/** From signing in to the placing step, with the own company and one person as parties. */
async function atPlacing(page: Page, path: string) {
  await openAs(page, jing, { path: '/home/temp-create' })
  await page.locator('.drop input[type=file]').setInputFiles(path)
  await page.getByText('该文件已被其他机构认证，只能签在文件预留的2处签名域中').waitFor()
  await next(page)
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await page.getByRole('button', { name: '添加个人签署方' }).click()
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .last()
  await card.getByLabel('姓名').fill(wang.name)
  await card.getByLabel('手机号').fill(wang.phone)
  await next(page)
  await page.waitForURL('**/set-temp-control**')
  const sheet = page.getByRole('group', { name: '第1页', exact: true })
  await sheet.locator('canvas').first().waitFor()
  return { sheet, tools: page.getByRole('complementary', { name: '控件与属性' }) }
}

test('a certified contract is placed by mouse and keys, signed in its own fields, and intact for others', async () => {
  const path = await certifiedFile()
  const { page, close, faults } = await theatre.browser.desktop(theatre.server.url)
  const { sheet, tools } = await atPlacing(page, path)
  await tools.getByText(/《框架协议.pdf》已被其他机构认证，为保持认证有效/).waitFor()
  // LOOK empty
  expect(await tools.getByRole('button', { name: '签署日期' }).count()).toBe(0)
  expect(await tools.getByText('骑缝章', { exact: true }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  // Beside the fields nothing can be placed.
  await tools.getByRole('button', { name: '企业印章' }).click()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the page is not on screen')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByText('该文件已被其他机构认证，只能签在文件预留的签名域中').waitFor()
  await tools.getByRole('button', { name: '企业印章' }).click()
  // By mouse: brought into sight, and a seal dragged onto it.
  await tools.getByRole('button', { name: /^签名域2/ }).click()
  const target = await sheet.getByRole('button', { name: /^签名域2/ }).boundingBox()
  const grip = await tools.getByRole('button', { name: '企业印章' }).boundingBox()
  if (!target || !grip) throw new Error('nothing to drag')
  await page.mouse.move(grip.x + 20, grip.y + 20)
  await page.mouse.down()
  await page.mouse.move(target.x + 10, target.y + 30, { steps: 8 })
  // LOOK dragging
  await page.mouse.up()
  await sheet.getByRole('button', { name: /^甲方\s企业印章，签名域2（seller），第1页/ }).waitFor()
  // By key: the other party, then the other field.
  await tools.getByRole('radio', { name: /^王小明/ }).check({ force: true })
  await sheet.getByRole('button', { name: /^签名域1\s待分配，buyer，第1页，按回车分配给乙方/ }).focus()
  await page.keyboard.press('Enter')
  const given = sheet.getByRole('button', { name: /^乙方\s个人签名，签名域1（buyer），第1页/ })
  await given.waitFor()
  // LOOK given
  expect(await axeFindings(page)).toEqual([])
  await given.focus()
  await page.keyboard.press('Delete')
  await sheet.getByRole('button', { name: /^签名域1\s待分配/ }).waitFor()
  await page.keyboard.press('Enter')
  await given.waitFor()
  await next(page)
  await page.getByRole('heading', { name: '确认发送' }).waitFor()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('发送成功').waitFor()
  await openOwnTurn(page)
  await signHere(page, theatre.server, jing)
  const other = await theatre.browser.phone(theatre.server.url)
  await other.page.goto(await invitation(theatre.server, wang.phone))
  await signInByCode(other.page, theatre.server, wang.phone)
  await signHere(other.page, theatre.server, wang)
  await other.close()
  await page.goto('/home/space/contract-list?status=finish')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载/ }).first().click()
  const file = readFileSync(await (await download).path())
  expect(file.subarray(0, readFileSync(path).length).equals(readFileSync(path))).toBe(true)
  const { signatures, faults: objections } = judge(file, theatre.server.rootFile)
  expect(signatures).toBe(3)
  // The other platform's root is known to nobody here; its signature is intact all the same.
  expect(objections.filter((fault) => !/signature 1|Certificate is Trusted|其他平台/.test(fault))).toEqual([])
  expect(faults).toEqual([])
  await close()
})

test('on a phone the fields are given by touch', async () => {
  const { page, close, faults } = await theatre.browser.phone(theatre.server.url)
  const { sheet, tools } = await atPlacing(page, await certifiedFile())
  await tools.getByRole('button', { name: /^签名域1/ }).tap()
  await sheet.getByRole('button', { name: /^签名域1/ }).tap()
  // LOOK phone
  await sheet.getByRole('button', { name: /^甲方\s企业印章，签名域1（buyer），第1页/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})
