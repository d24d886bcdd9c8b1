import { expect, test } from 'vitest'
import type { Client } from '../scripts/demo/api-client.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { sampleFile } from './support/launch.ts'
import { enterRoom } from './support/operator-room.ts'
import { jing } from './support/people.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Those who run the platform issue invoices where nobody else does. */

const scene = stage(() => ({ MOQI_INVOICES: 'operator' }))

async function paidOrder(client: Client): Promise<string> {
  const { orderId } = await client.call('createOrder', { offerId: 'company-100', quantity: 1, fen: 59_900 })
  const { paymentNo } = await client.call('openCashier', { orderId, channel: 'demo', form: 'page' })
  await client.call('payCashierBill', { paymentNo, outcome: 'silent' })
  await client.call('queryOrder', { orderId })
  return orderId
}

test('an invoice is issued by what the tax office gave, and its red letter refused', async () => {
  const client = await signIn(scene.server.url, jing)
  const orderId = await paidOrder(client)
  const { titleId } = await client.call('saveInvoiceTitle', {
    titleType: 'company',
    titleName: '杭州云启科技有限公司',
    taxNo: '91330106MA2KQYT75D',
    address: '杭州市西湖区文三路1号',
    phone: '0571-88886666',
    bankName: '中国工商银行杭州分行',
    bankAccount: '1202026609900123456',
  })
  const wish = { titleId, invoiceType: 'special', email: 'finance@yunqi.example.cn' } as const
  const { invoiceId } = await client.call('askInvoice', { ...wish, orderIdArray: [orderId], fen: 59_900 })
  const stateOf = async () => (await client.call('getInvoice', { invoiceId })).invoiceStatus
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByRole('link', { name: '发票' }).click()
  const opener = (act: string) =>
    page.getByRole('button', { name: new RegExp(`^${act}：杭州云启`) }).locator('visible=true')
  await opener('开票').waitFor()
  await isWhole(page, 'room-invoices')
  await opener('开票').click()
  const sheet = page.getByRole('dialog', { name: '开具发票' })
  await sheet.getByText('91330106MA2KQYT75D').waitFor()
  await isWhole(page, 'room-invoice')
  await sheet.getByRole('button', { name: '交付发票' }).click()
  await sheet.getByText('请填写发票号码').waitFor()
  await sheet.getByLabel('发票号码').fill('123')
  await sheet.getByRole('button', { name: '交付发票' }).click()
  await sheet.getByText('请上传数电票 PDF').waitFor()
  await sheet.locator('input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await sheet.getByRole('button', { name: '交付发票' }).click()
  await sheet.getByText('发票号码为20位数字（数电票）或8位数字').waitFor()
  await isWhole(page, 'room-invoice-fault')
  await sheet.getByLabel('发票号码').fill('26332000000012345678')
  await sheet.getByRole('button', { name: '交付发票' }).click()
  await page.getByText('没有待开的发票').waitFor()
  await isWhole(page, 'room-no-invoices')
  expect(await stateOf()).toBe('issued')

  await client.call('reverseInvoice', { invoiceId, reason: '税号有误' })
  await page.reload()
  await opener('红冲').click()
  const red = page.getByRole('dialog', { name: '开具红字发票' })
  await red.getByText('税号有误').waitFor()
  await red.getByRole('button', { name: '不予红冲…' }).click()
  await red.getByLabel('不予红冲的原因').fill('发票已用于抵扣，请先转出进项税额')
  await isWhole(page, 'room-red-letter')
  await red.getByRole('button', { name: '登记不予红冲' }).click()
  await page.getByText('没有待开的发票').waitFor()
  expect(await stateOf()).toBe('issued')
  expect(faults).toEqual([])
  await close()
})
