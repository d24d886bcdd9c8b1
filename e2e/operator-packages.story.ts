import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '../scripts/demo/sign-in.ts'
import { enterRoom } from './support/operator-room.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Two operators sell a pack, a company buys it, they find its order, change the pack and end its sale. */

const scene = stage(() => ({ MOQI_PRICERS: '2' }))
const pack = '企业300份'

const go = (page: Page, to: string) =>
  page.getByRole('navigation', { name: '运营室' }).getByRole('link', { name: to, exact: true }).click()

const opening = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).locator('visible=true').first()

async function proposeNew(page: Page): Promise<void> {
  await go(page, '套餐')
  await opening(page, '打开：企业100份').waitFor()
  await pictures(page, 'room-catalogue', { whole: true })
  await isWhole(page, 'room-catalogue')
  await page.getByRole('button', { name: '新增套餐' }).click()
  const sheet = page.getByRole('dialog', { name: '新增套餐' })
  await sheet.getByRole('button', { name: '预览' }).click()
  await sheet.getByText('套餐名称需为2-20个字').waitFor()
  await pictures(page, 'room-offer-faults', { whole: true })
  await isWhole(page, 'room-offer-faults')
  await sheet.getByLabel('套餐名称').fill(pack)
  await sheet.getByLabel('份数').fill('300')
  await sheet.getByLabel('价格（元）').fill('1599')
  await sheet.getByRole('button', { name: '预览' }).click()
  await sheet.getByRole('heading', { name: '将新增的内容' }).waitFor()
  await sheet.getByText('1,599.00元').waitFor()
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await sheet.getByLabel('原因', { exact: true }).fill('100份与500份之间缺一档')
  await pictures(page, 'room-offer-preview', { whole: true })
  await isWhole(page, 'room-offer-preview')
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await page.getByRole('button', { name: '撤回…' }).waitFor()
  expect(await page.getByRole('button', { name: '同意', exact: true }).count()).toBe(0)
}

async function agree(page: Page): Promise<void> {
  await go(page, '套餐')
  await page.getByRole('heading', { name: '等待第二人确认' }).waitFor()
  await pictures(page, 'room-offer-waits', { whole: true })
  await isWhole(page, 'room-offer-waits')
  await page.getByRole('button', { name: '同意', exact: true }).click()
  await page.getByText('已同意，改动已生效').waitFor()
}

/** The company buys one, and answers its order's number. */
async function buy(): Promise<string> {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/cart/cart' })
  await page.locator('.pack', { hasText: pack }).click()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('heading', { name: /内完成支付/ }).waitFor()
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
  await close()
  const client = await signIn(scene.server.url, jing)
  const { paymentNo } = await client.call('openCashier', { orderId, channel: 'demo', form: 'page' })
  await client.call('payCashierBill', { paymentNo, outcome: 'silent' })
  await client.call('queryOrder', { orderId })
  return (await client.call('getOrder', { orderId })).orderNo
}

async function findOrder(page: Page, orderNo: string): Promise<void> {
  await go(page, '订单')
  await opening(page, `打开：${orderNo}`).waitFor()
  await pictures(page, 'room-orders', { whole: true })
  await isWhole(page, 'room-orders')
  await page.getByRole('searchbox', { name: '订单号、后8位、买家或套餐' }).fill('没有这一单')
  await page.getByText('没有找到符合条件的记录').waitFor()
  await isWhole(page, 'room-orders-none')
  await page.getByRole('searchbox', { name: '订单号、后8位、买家或套餐' }).fill(orderNo.slice(-8))
  await opening(page, `打开：${orderNo}`).click()
  await page.getByRole('heading', { name: `订单 ${orderNo}` }).waitFor()
  await page.getByText('支付成功').waitFor()
  await page.getByRole('link', { name: `${pack}（第1版）` }).waitFor()
  await pictures(page, 'room-order', { whole: true })
  await isWhole(page, 'room-order')
  await page.getByRole('link', { name: `${pack}（第1版）` }).click()
  await page.getByRole('heading', { name: '版本记录' }).waitFor()
}

async function proposeEnd(page: Page): Promise<void> {
  await page.getByText(/^1单，另有0单待付款$/).waitFor()
  await pictures(page, 'room-offer', { whole: true })
  await isWhole(page, 'room-offer')
  await page.getByRole('button', { name: '停售…' }).click()
  const sheet = page.getByRole('dialog', { name: `停售${pack}` })
  await sheet.getByLabel('原因', { exact: true }).fill('改为年末统一定价')
  await pictures(page, 'room-offer-end', { whole: true })
  await isWhole(page, 'room-offer-end')
  await sheet.getByRole('button', { name: '提交给第二人' }).click()
  await page.getByRole('button', { name: '撤回…' }).waitFor()
}

async function seeEnded(page: Page): Promise<void> {
  await page.getByRole('group', { name: '筛选' }).getByRole('button', { name: '已停售' }).click()
  await opening(page, `打开：${pack}`).click()
  await page.getByText('套餐停售').waitFor()
  await page.getByText('zhoumin，chenchen同意：改为年末统一定价').waitFor()
  await isWhole(page, 'room-offer-ended')
  const client = await signIn(scene.server.url, jing)
  const { offerArray } = await client.call('listOffers', {})
  expect(offerArray.map(({ packName }) => packName)).not.toContain(pack)
}

test('two operators sell a pack, find who bought it, and end its sale; the order stays', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByText('没有待处理的转账').waitFor()
  await proposeNew(page)
  const other = await scene.browser.desktop(scene.server.url)
  await enterRoom(other.page, scene.server, { name: 'zhoumin', password: 'Yunying-2026' })
  await other.page.getByText('没有待处理的转账').waitFor()
  await agree(other.page)
  const orderNo = await buy()
  await findOrder(other.page, orderNo)
  await proposeEnd(other.page)
  await page.reload()
  await agree(page)
  await seeEnded(page)
  const client = await signIn(scene.server.url, jing)
  const { orderArray } = await client.call('listOrders', { pageSize: 10 })
  expect(orderArray.find((one) => one.orderNo === orderNo)).toMatchObject({ orderState: 'done', copies: 300 })
  expect([faults, other.faults]).toEqual([[], []])
  await other.close()
  await close()
})
