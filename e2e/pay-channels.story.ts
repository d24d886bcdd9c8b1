import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { noticePath } from '../apps/server/src/platform/gateways/payment/payment-gateway.ts'
import { playAlipay } from '../apps/server/src/testing/alipay-player.ts'
import { merchantKeys } from '../apps/server/src/testing/cashier-keys.ts'
import { honest } from '../apps/server/src/testing/cashier-player.ts'
import { playWechat } from '../apps/server/src/testing/wechat-player.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { jing } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** WeChat Pay and Alipay, played here: chosen on the order's page, paid by code or telephone, followed by the page. */

const keys = await merchantKeys()
const [wechat, alipay] = [await playWechat(keys), await playAlipay(keys)]
const urls = { wechat: wechat.url, alipay: alipay.url }
const scene = stage(() => {
  const settings = Object.entries(keys.settings(urls))
  return Object.fromEntries(settings.map(([name, value]) => [name, String(value)]))
})
afterAll(async () => {
  await Promise.all([wechat.close(), alipay.close()])
  keys.remove()
})

/** An order that waits to be paid, on its page. */
async function ordered(page: Page): Promise<void> {
  const client = await signIn(scene.server.url, jing)
  const offer = { offerId: 'company-100', quantity: 1, fen: 59_900 }
  const { orderId } = await client.call('createOrder', offer)
  await page.goto(`/home/cart/order?orderId=${orderId}`)
}

const last = (books: Map<string, unknown>) => [...books.keys()].at(-1) ?? ''
const credited = (page: Page) => page.getByRole('heading', { name: '支付成功' }).waitFor()

test('a code is paid by telephone and the page follows, called back about or not', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  await ordered(page)
  await page.getByText('不会真实扣款').first().waitFor()
  await page.getByRole('img', { name: '微信支付（测试环境）付款二维码' }).waitFor()
  await isWhole(page, 'pay-code')
  wechat.pay(last(wechat.bills))
  await credited(page)

  await ordered(page)
  await page.getByText('支付宝（测试环境）', { exact: true }).click()
  await page.getByRole('img', { name: '支付宝（测试环境）付款二维码' }).waitFor()
  await isWhole(page, 'pay-code-alipay')
  const paymentNo = last(alipay.trades)
  alipay.pay(paymentNo)
  const { headers, body } = alipay.callback(paymentNo)
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const url = new URL(noticePath('alipay'), scene.server.url)
  expect((await fetch(url, { method: 'POST', headers: sent, body })).status).toBe(200)
  await credited(page)

  wechat.lies.how = 'reset'
  await ordered(page)
  await page.getByText(/微信支付（测试环境）暂时无法使用/).waitFor()
  await isWhole(page, 'pay-code-failed')
  honest(wechat.lies)
  await page.getByRole('button', { name: '重新获取' }).click()
  await page.getByRole('img', { name: '微信支付（测试环境）付款二维码' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

test('a telephone is led to the cashier’s own page, but not within WeChat', async () => {
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await openAs(page, jing)
  await ordered(page)
  await page.route('https://wx.tenpay.com/**', (route) =>
    route.fulfill({ body: 'WeChat Pay', contentType: 'text/html' }),
  )
  await page.getByRole('button', { name: '打开微信支付' }).click()
  await page.waitForURL('https://wx.tenpay.com/**')
  const back = new URL(page.url()).searchParams.get('redirect_url') ?? ''
  wechat.pay(last(wechat.bills))
  await page.goto(back)
  await credited(page)
  await ordered(page)
  await page.getByRole('button', { name: '打开微信支付' }).waitFor()
  await isWhole(page, 'pay-phone')
  expect(faults).toEqual([])
  await close()

  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.49'
  const inside = await scene.browser.phone(scene.server.url, agent)
  await openAs(inside.page, jing)
  await ordered(inside.page)
  await inside.page.getByText(/选择“在浏览器打开”后支付/).waitFor()
  await isWhole(inside.page, 'pay-in-wechat')
  await inside.close()
})
