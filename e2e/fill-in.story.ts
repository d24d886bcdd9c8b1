import { readFileSync } from 'node:fs'
import { readModel } from '@moqi/pdf/graph/document-model'
import { appendIncrement, readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { judge } from './support/judge.ts'
import { launchContract } from './support/launch.ts'
import { jing, partyName, wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, invitation, openOwnTurn, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** A contract with every kind of place: text, number, checkbox, date, seal and cross-page seal. */

const scene = stage()
let desk: Visitor
let phone: Visitor
let finished: Buffer

beforeAll(async () => {
  desk = await scene.browser.desktop(scene.server.url)
  phone = await scene.browser.phone(scene.server.url)
})

/** Names what is chosen, and sets its switches. */
async function describeFillIn(tools: Locator, label: string, ...switches: string[]): Promise<void> {
  await tools.getByLabel('名称').fill(label)
  for (const name of switches) await tools.getByRole('checkbox', { name }).click()
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the screen')
  return box
}

/** Waits until the page says how many places are left: in the bar of a phone, or beside the document. */
const placesLeft = (page: Page, count: number) =>
  page.getByText(`还有${count}处未签署`).filter({ visible: true }).first().waitFor()

async function dragBy(page: Page, from: Locator, x: number, y: number): Promise<void> {
  const box = await boxOf(from)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y, { steps: 4 })
  await page.mouse.up()
}

test('the launcher places fill-ins and cross-page seals by hand and by key', async () => {
  const { page } = desk
  await openAs(page, jing)
  await launchContract(page, {
    file: '采购框架协议.pdf',
    others: [wang],
    ownSideSigns: true,
    page: 2,
    placings: [
      { person: jing, kind: '企业印章', x: 0.25, y: 0.3 },
      { person: jing, kind: '签署日期', x: 0.25, y: 0.45 },
      { person: wang, kind: '个人签名', x: 0.7, y: 0.3 },
      { person: wang, kind: '单行文本', x: 0.7, y: 0.45 },
    ],
    arrange: async (tools, sheet) => {
      await describeFillIn(tools, '数量', '仅限数字')
      await tools.getByLabel('最小').fill('1')
      await tools.getByLabel('最大').fill('500')
      await tools.getByRole('radio', { name: new RegExp(`^${partyName(jing)} `) }).check({ force: true })
      const add = async (kind: string, x: number, y: number) => {
        await tools.getByRole('button', { name: kind, exact: true }).click()
        const box = await boxOf(sheet)
        await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
      }
      await add('单行文本', 0.3, 0.55)
      await describeFillIn(tools, '交货地址')
      const text = sheet.getByRole('button', { name: /交货地址/ })
      const before = await boxOf(text)
      await dragBy(page, text.locator('.area-handle.se'), 40, 6)
      const after = await boxOf(text)
      expect(Math.round(after.width - before.width)).toBeGreaterThan(30)
      await add('勾选框', 0.3, 0.62)
      await describeFillIn(tools, '同意分期付款')
      await add('多行文本', 0.7, 0.58)
      await describeFillIn(tools, '备注', '必填')

      await tools.getByRole('button', { name: '添加骑缝章' }).click()
      await tools.getByRole('img', { name: /骑缝章预览/ }).waitFor()
      const strip = sheet.getByRole('slider', { name: /骑缝章，第2页/ })
      const height = Number(await strip.getAttribute('aria-valuenow'))
      await strip.press('ArrowDown')
      await strip.press('Shift+ArrowDown')
      expect(await strip.getAttribute('aria-valuenow')).toBe(String(height + 11))
      await dragBy(page, strip, 0, -40)
      expect(Number(await strip.getAttribute('aria-valuenow'))).toBeLessThan(height + 11)
      expect(await axeFindings(page)).toEqual([])
    },
  })
})

test('the company fills in at the desk, on the page and beside it', async () => {
  const { page } = desk
  await openOwnTurn(page)
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()
  const side = page.getByRole('complementary', { name: '签署' })
  await placesLeft(page, 3)
  // In a low window the space stands beside the title, not on it, also where there is nothing to refuse.
  await page.setViewportSize({ width: 844, height: 390 })
  const title = await boxOf(page.getByRole('heading', { level: 1 }))
  const space = await boxOf(page.getByRole('region', { name: '签署空间' }))
  expect(title.x + title.width).toBeLessThanOrEqual(space.x)
  await page.setViewportSize({ width: 1440, height: 900 })
  await side.getByRole('textbox', { name: '交货地址' }).fill('北京市海淀区中关村大街1号')
  await side.getByRole('textbox', { name: '交货地址' }).press('Tab')
  await placesLeft(page, 2)
  await side.getByRole('button', { name: /同意分期付款/ }).click()
  const tick = page.getByRole('checkbox', { name: '同意分期付款，第2页' })
  await tick.press('Space')
  expect(await tick.getAttribute('aria-checked')).toBe('true')
  expect(await page.getByRole('textbox', { name: '交货地址，第2页' }).inputValue()).toBe('北京市海淀区中关村大街1号')
  await side.getByRole('textbox', { name: /备注/ }).fill('请提前一天通知\n周末不收货')
  await placesLeft(page, 1)
  const before = await signCodes(scene.server, jing.phone)
  await readyToSign(page, async () => {
    await page.getByRole('img', { name: '骑缝章，第2页' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
  await confirmByCode(page, scene.server, jing, before)
})

test('the person fills in on a phone, in a sheet that says what is wrong', async () => {
  const { page } = phone
  await openAs(page, wang, { path: await invitation(scene.server, wang.phone) })
  await page.getByRole('button', { name: '一键签署' }).first().click()
  await page.getByRole('button', { name: /还有1处未签署/ }).click()
  const sheet = page.getByRole('dialog', { name: '数量' })
  await sheet.getByRole('textbox', { name: '数量' }).fill('501')
  await sheet.getByRole('button', { name: '完成' }).click()
  await sheet.getByText('不能大于500').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('textbox', { name: '数量' }).fill('120')
  await sheet.getByRole('button', { name: '完成' }).click()
  // What is seen on the page is what a reader says of it.
  await page.getByRole('button', { name: /^120，数量，第\d+页$/ }).waitFor()
  const before = await signCodes(scene.server, wang.phone)
  await readyToSign(page)
  await confirmByCode(page, scene.server, wang, before)
})

test('the file passes every foreign judge', async () => {
  const { page } = desk
  await page.goto('/home/space/contract-list?status=finish')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载/ }).first().click()
  finished = readFileSync(await (await download).path())
  expect(judge(finished, scene.server.rootFile)).toEqual({ signatures: 3, timestamps: 3, faults: [] })
})

test('a value changed in an increment afterwards is found out', async () => {
  const view = readForTests(finished).views.at(-1)
  const fields = (view && readModel(view)?.fields) ?? []
  const number = fields.find(
    (field) => field.number > 0 && sourceOf(finished, field.number).includes('/V(120)'),
  )?.number
  if (number === undefined) throw new Error('no field holds the number')
  const body = sourceOf(finished, number).replace('/V(120)', '/V(420)')
  const forged = appendIncrement(finished, [{ number, body }])
  const { page } = phone
  for (const [buffer, said] of [
    [finished, '验证通过：文件未被篡改，全部签名有效'],
    [forged, '验证不通过：文件内容已被篡改'],
  ] as const) {
    await page.goto('/home/file-check')
    await page.locator('input[type=file]').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
    await page.getByText(said).first().waitFor()
    expect(await page.getByText(said).count()).toBeGreaterThan(0)
  }
})

test('no page of the story had an error in its console', () => {
  expect([...desk.faults, ...phone.faults]).toEqual([])
})
