import { readFileSync } from 'node:fs'
import { usualDesign } from '@moqi/domain/seals/company-seal'
import { companySeal } from '@moqi/signing/seal-art/draw-company-seal'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shownCode } from '../apps/server/src/testing/operator-scene.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { sampleFile } from './support/launch.ts'
import { enterRoom } from './support/operator-room.ts'
import { jing, wang } from './support/people.ts'
import { sealPhoto, signaturePhoto } from './support/photo.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { signInByCode } from './support/sign-in.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Those who run the platform: let in by a command, two factors, and a bank transfer, papers
 * and a seal decided with the pictures in sight. */

const scene = stage(() => ({ MOQI_SEAL_REVIEW: 'operator' }))
const name = 'chenchen'
const password = 'Yunying-2026'

/** A company's order by bank transfer with its slip handed in. */
async function slipHandedIn() {
  const client = await signIn(scene.server.url, jing)
  const order = { offerId: 'company-100', quantity: 1, fen: 59_900, payWay: 'transfer' as const }
  const { orderId } = await client.call('createOrder', order)
  const bytes = Uint8Array.from(readFileSync(sampleFile('保密协议.pdf')))
  const handIn = async () => {
    const { fileId } = await client.upload('uploadFile', { fileName: '银行回单.pdf', bytes }, { usage: 'voucher' })
    await client.call('submitVoucher', { orderId, fileId })
  }
  await handIn()
  return { handIn, order: () => client.call('getOrder', { orderId }) }
}

/** Somebody with a passport, whose papers are handed in by the page; the page, which waits. */
async function papersHandedIn(): Promise<{ person: Page; passed: () => Promise<void> }> {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/login')
  await signInByCode(page, scene.server, '13733340021')
  await page.goto('/home/personal-auth-info')
  await page.getByRole('link', { name: '改用人工审核' }).click()
  await page.getByRole('textbox', { name: '姓名' }).fill('Anne-Marie O’Neill')
  await page.getByRole('textbox', { name: '证件号码' }).fill('KX9382715')
  await page.getByLabel('出生日期').fill('1987-06-23')
  const photo = { name: '护照.png', mimeType: 'image/png', buffer: signaturePhoto(600, 400) }
  await page.getByLabel(/^手持证件/).setInputFiles({ ...photo, buffer: Buffer.from('x') })
  await page.getByText('照片已损坏或无法打开，请换一张').waitFor()
  for (const what of [/^资料页/, /^手持证件/]) await page.getByLabel(what).setInputFiles(photo)
  await page.getByText('已上传，可更换').nth(1).waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('heading', { name: '审核中' }).waitFor()
  await isWhole(page, 'room-papers-wait')
  const passed = async () => {
    await page.getByText('实名认证已通过').waitFor()
    await page.getByText('人工审核').waitFor()
    await close()
  }
  return { person: page, passed }
}

/** The papers are looked at one by one, and pass with what is read from them. */
async function reviewPapers(page: Page, person: Page): Promise<void> {
  await page.getByRole('link', { name: '实名审核' }).click()
  const open = page.getByRole('button', { name: '审核：Anne-Marie O’Neill' }).locator('visible=true')
  await open.waitFor()
  await isWhole(page, 'room-reviews')
  await open.click()
  const sheet = page.getByRole('dialog', { name: '审核实名认证' })
  await sheet.getByRole('img', { name: '待审核的照片：资料页' }).waitFor()
  await isWhole(page, 'room-review')
  await sheet.getByRole('button', { name: '手持证件' }).click()
  await sheet.getByRole('img', { name: '待审核的照片：手持证件' }).waitFor()
  await person.getByText('平台查看　手持证件').waitFor()
  await sheet.getByLabel('照片上的证件号码').fill('KX9382716')
  await sheet.getByLabel('照片上的出生日期').fill('1987-06-23')
  await sheet.getByLabel('照片上的有效期截止日期').fill('2036-01-05')
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await sheet.getByText(/^与申请人填写的证件号码不一致/).waitFor()
  await sheet.getByLabel('照片上的证件号码').fill('KX9382715')
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await page.getByText('没有待审核的实名认证').waitFor()
}

/** A law firm's papers, handed in by the page of a real-named person; the page, which waits. */
async function firmHandedIn(isAgain = false) {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, wang, { path: '/home/company-auth-info' })
  if (isAgain) await page.getByRole('button', { name: '重新认证' }).click()
  await page.getByRole('combobox', { name: '认证方式' }).selectOption('人工审核')
  await page.getByRole('combobox', { name: '单位类型' }).selectOption('律师事务所等法律服务机构')
  await page.getByRole('textbox', { name: '单位名称' }).fill('上海鹭江律师事务所')
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill('91350100M000100Y43')
  await page.getByRole('textbox', { name: '法定代表人或负责人姓名' }).fill('林一鸣')
  const photo = { name: '执照.png', mimeType: 'image/png', buffer: signaturePhoto(600, 400) }
  for (const what of [/^执业许可证/, /^盖章的授权书/]) await page.getByLabel(what).setInputFiles(photo)
  await page.getByText('已上传，可更换').nth(1).waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('该统一社会信用代码属于企业，请核对单位类型').waitFor()
  await isWhole(page, 'firm-fault')
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill('31310000MD0000015U')
  await pictures(page, 'company-review', { whole: true })
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('heading', { name: '审核中' }).waitFor()
  await isWhole(page, 'firm-waits')
  return { page, close }
}

/** A company's papers are refused, handed in again, and pass with the number that is read from them. */
async function reviewFirm(page: Page): Promise<void> {
  const { page: firm, close } = await firmHandedIn()
  await page.getByRole('link', { name: '企业审核' }).click()
  const open = page.getByRole('button', { name: '审核：上海鹭江律师事务所' }).locator('visible=true')
  await open.waitFor()
  await isWhole(page, 'companies')
  await open.click()
  const sheet = page.getByRole('dialog', { name: '审核企业认证' })
  await sheet.getByRole('img', { name: '待审核的照片：执业许可证' }).waitFor()
  await isWhole(page, 'company')
  await pictures(page, 'room-company')
  await sheet.getByRole('button', { name: '不予通过…' }).click()
  await sheet.getByLabel('不予通过的原因').fill('许可证不清晰')
  await sheet.getByRole('button', { name: '不予通过', exact: true }).click()
  await page.getByText('没有待审核的企业').waitFor()
  await firm.getByText('认证未通过').waitFor()
  await firm.getByText('许可证不清晰').first().waitFor()
  await pictures(firm, 'company-review-refused')
  await firm.getByRole('button', { name: '重新认证' }).click()
  await firm.getByRole('combobox', { name: '认证方式' }).waitFor()
  await close()

  const { page: again, close: leave } = await firmHandedIn(true)
  await page.reload()
  await open.click()
  await sheet.getByLabel('照片上的统一社会信用代码').fill('92310000MA1000015J')
  await sheet.getByRole('checkbox', { name: '长期有效' }).check()
  await sheet.getByRole('checkbox', { name: /^名称、负责人/ }).check()
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await sheet.getByText('该统一社会信用代码属于个体工商户，请核对单位类型').waitFor()
  await sheet.getByLabel('照片上的统一社会信用代码').fill('31310000MD0000015U')
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await page.getByText('没有待审核的企业').waitFor()
  await again.getByText('企业认证已通过').waitFor()
  await leave()
}

/** A company's uploaded seal; answers its state. */
async function sealHandedIn() {
  const client = await signIn(scene.server.url, jing)
  const companyName = '杭州云启科技有限公司'
  const owner = { companyName, creditCode: '', legalName: null }
  const { png } = companySeal(usualDesign('contract', companyName), owner)
  const file = { fileName: '印章.png', bytes: Uint8Array.from(sealPhoto()) }
  const { fileId: originalFileId } = await client.upload('uploadFile', file, { usage: 'sealImage' })
  const seal = { sealName: '合同章（实体）', sealPurpose: 'contract' as const, width: 42, originalFileId }
  const { sealId } = await client.call('submitCompanySeal', { ...seal, imageBase64: png.toString('base64') })
  return async () => (await client.call('getCompanySeal', { sealId })).sealStatus
}

/** A seal is looked at beside the name it must read, and may be used. */
async function reviewSeal(page: Page): Promise<void> {
  await page.getByRole('link', { name: '印章审核' }).click()
  await page
    .getByRole('button', { name: /^审核：杭州云启.*合同章/ })
    .locator('visible=true')
    .click()
  const sheet = page.getByRole('dialog', { name: '审核印章图样' })
  await sheet.getByRole('img', { name: '待审核的照片：上传的原图' }).waitFor()
  await sheet.getByRole('button', { name: '印章图样' }).click()
  await sheet.getByRole('img', { name: '待审核的照片：印章图样' }).waitFor()
  await isWhole(page, 'room-seal')
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await sheet.getByText('请核对后勾选').waitFor()
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await page.getByText('没有待审核的印章').waitFor()
}

test('an operator is let in by two factors, and decides about a transfer, papers and a seal', async () => {
  const slip = await slipHandedIn()
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  const secret = await enterRoom(page, scene.server, { name, password }, (state) => isWhole(page, `room-${state}`))

  const open = page.getByRole('button', { name: /^审凭证：杭州云启/ }).locator('visible=true')
  await open.waitFor()
  await isWhole(page, 'room-transfers')
  await open.click()
  const sheet = page.getByRole('dialog', { name: '审核汇款凭证' })
  await sheet.getByRole('img', { name: '汇款凭证第1页' }).waitFor()
  await isWhole(page, 'room-voucher')
  await sheet.getByRole('button', { name: /^确认到账/ }).click()
  await sheet.getByText('请填写银行流水号').waitFor()
  await sheet.getByRole('button', { name: '驳回…' }).click()
  await sheet.getByLabel('驳回原因').fill('回单金额与订单不符')
  await sheet.getByRole('button', { name: '驳回凭证' }).click()
  await page.getByText('没有待处理的转账').waitFor()
  await isWhole(page, 'room-none')
  expect((await slip.order()).voucherFault).toBe('回单金额与订单不符')

  await slip.handIn()
  await page.reload()
  await open.click()
  await sheet.getByLabel('银行流水号').fill('20261124-0007')
  await sheet.getByRole('button', { name: '确认到账599.00元' }).click()
  await page.getByText('没有待处理的转账').waitFor()
  expect((await slip.order()).orderState).toBe('done')

  const { person, passed } = await papersHandedIn()
  await reviewPapers(page, person)
  await passed()
  await reviewFirm(page)
  const sealState = await sealHandedIn()
  await reviewSeal(page)
  expect(await sealState()).toBe('enabled')

  await page.getByRole('link', { name: '操作记录' }).click()
  await page.getByText('确认到账', { exact: true }).waitFor()
  await isWhole(page, 'room-record')
  await page.getByRole('button', { name: '退出' }).click()
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await isWhole(page, 'room-sign-in')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('动态口令').fill('000000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
  await scene.server.shiftClock(60_000)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('动态口令').fill(shownCode(secret, Date.now() + 60_000))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('没有待处理的转账').waitFor()
  expect(faults).toEqual([])
  await close()
})
