import { sample } from '@moqi/signing/testing/signing-scene'
import { ofdBytes, ofdScene, replaced, unsignedOfd } from '@moqi/ofd/testing/ofd-scene'
import { scene as signers, sceneTime } from '@moqi/trust/testing/authority-scene'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { readModel } from '@moqi/pdf/graph/document-model'
import { appendIncrement, readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { picture } from './support/picture.ts'
import { stage } from './support/stage.ts'

/** What somebody learns who was handed a signed file: is it the one that was signed, and what became of it? */

const scene = stage()

/** A contract that another platform certified. */
async function certifiedElsewhere(): Promise<Buffer> {
  const { certifier, timestamps } = await signers()
  const nothing = { signatures: [], stamps: [], crossPageSeals: [], texts: [] }
  return (await freezeDocument({ certifier, timestamps, now: () => sceneTime }, sample('保密协议'), nothing)).bytes
}

/** The same with an amount written over its second page, in a later revision. */
function overwritten(bytes: Buffer): Buffer {
  const view = readForTests(bytes).views.at(-1)
  const number = (view && readModel(view)?.pages[1]?.number) ?? 0
  const page = sourceOf(bytes, number).replace(/\/Annots\s*\[[^\]]*\]/, '')
  const content = '1 g 0 0 200 24 re f 0 g BT /F 16 Tf 4 6 Td (5,800,000.00) Tj ET'
  const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  const form = `<</Type/XObject/Subtype/Form/BBox[0 0 200 24]${font}/Length ${content.length}>>`
  const note = '<</Type/Annot/Subtype/Stamp/Rect[120 500 320 524]/F 4/AP<</N 999 0 R>>>>'
  return appendIncrement(bytes, [
    { number, body: page.replace(/>>$/, '/Annots[998 0 R]>>') },
    { number: 998, body: note },
    { number: 999, body: `${form}\nstream\n${content}\nendstream` },
  ])
}

async function check(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/home/file-check')
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
}

const elsewhere = await certifiedElsewhere()

test.each(['desktop', 'phone'] as const)(
  'on a %s, a changed file is shown as it was signed and as it is',
  async (device) => {
    const { page, faults, close } = await scene.browser[device](scene.server.url)
    await check(page, '保密协议.pdf', overwritten(elsewhere))
    await page.getByText('验证不通过：文件内容已被篡改').first().waitFor()
    await page.getByRole('heading', { name: '签署时与现在对照' }).waitFor()
    await page.getByRole('img', { name: '签署时的第2页' }).waitFor()
    await page.getByRole('img', { name: '现在的第2页' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await picture(page, `check-${device}`, { whole: true })
    await page.getByRole('button', { name: /^放大查看/ }).click()
    await page.getByRole('dialog', { name: '第2页：签署时与现在' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: '关闭' }).click()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(faults).toEqual([])
    await close()
  },
)

test('an intact file of unknown signers is never called a pass, and prints as a report', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await check(page, '保密协议.pdf', elsewhere)
  await page.getByText('签名完整，但签署人身份无法确认').first().waitFor()
  expect(await page.getByText('验证通过').count()).toBe(0)
  await page.evaluate('window.print = () => { window.printed = true }')
  await page.getByRole('button', { name: '打印报告' }).click()
  expect(await page.evaluate('window.printed')).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await page.getByText('文件验证报告').waitFor()
  await page.getByText('证书序列号').first().waitFor()
  expect(await page.getByRole('button', { name: '打印报告' }).isVisible()).toBe(false)
  await picture(page, 'check-print', { whole: true })
  await close()
})

test('what is said of a file without signatures is as wide as its facts', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.setViewportSize({ width: 1280, height: 720 })
  await check(page, '保密协议.pdf', sample('保密协议'))
  await page.getByRole('heading', { name: '未检测到数字签名' }).waitFor()
  const verdict = await page.locator('.verdict').boundingBox()
  const facts = await page.getByRole('complementary', { name: '文件' }).locator('.card').boundingBox()
  expect([verdict?.x, verdict?.width]).toEqual([facts?.x, facts?.width])
  expect(faults).toEqual([])
  await close()
})

test('an OFD is judged like a PDF, and a changed amount in it is found', async () => {
  const ofd = await ofdScene()
  const signed = await ofd.sign(unsignedOfd(['合同金额：100元']), {
    key: ofd.first,
    seal: await ofd.sealFor(ofd.first),
  })
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/file-check')
  const changed = replaced(signed, 'Doc_0/Pages/Page_0/Content.xml', '100', '900')
  const files = [signed, changed].map(ofdBytes)
  const named = files.map((buffer, index) => ({ name: `合同${index + 1}.ofd`, mimeType: '', buffer }))
  await page.locator('input[type=file]').setInputFiles(named)
  await page.getByText('签名完整，但签署人身份无法确认').first().waitFor()
  await page.getByText('甲方公司').first().waitFor()
  await picture(page, 'check-ofd', { whole: true })
  await page.getByRole('button', { name: '合同2.ofd' }).click()
  await page.getByText('验证不通过：文件内容已被篡改').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'check-ofd-changed', { whole: true })
  expect(faults).toEqual([])
  await close()
})
