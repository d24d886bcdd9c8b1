import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certified } from '#src/testing/cashier-keys.ts'
import { channelScene, type ChannelScene } from '#src/testing/channel-scene.ts'
import type { WechatLie } from '#src/testing/wechat-player.ts'

let clock = Date.UTC(2026, 10, 28, 2)
let scene: ChannelScene

beforeAll(async () => {
  scene = await channelScene(() => clock)
})
afterAll(() => scene.close())

/** How often certificates were asked for. */
const fetched = () => scene.wechat.asked.filter((what) => what.endsWith('/v3/certificates')).length

describe('callbacks of WeChat Pay', () => {
  test('that come together before a certificate is known are all heard, for one question', async () => {
    const { orderId, paymentNo } = await scene.billed('wechat')
    scene.wechat.pay(paymentNo)
    const heard = Array.from({ length: 4 }, () => scene.heard('wechat', scene.wechat.callback(paymentNo)))
    expect((await Promise.all(heard)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect([await scene.stateOf(orderId), fetched()]).toEqual(['done', 1])
  })

  test('are taken from the certificate and from the public key alike, by their serial', async () => {
    for (const by of ['certificate', 'publicKey'] as const) {
      const { orderId, paymentNo } = await scene.billed('wechat')
      scene.wechat.pay(paymentNo)
      expect(await scene.heard('wechat', scene.wechat.callback(paymentNo, { by }))).toMatchObject({ status: 200 })
      expect(await scene.stateOf(orderId)).toBe('done')
    }
  })

  test('that are forged, late, of another key, amount, currency, merchant, app or bill credit nothing', async () => {
    const { orderId, paymentNo } = await scene.billed('wechat')
    const other = await scene.billed('wechat')
    scene.wechat.pay(paymentNo)
    const seconds = Math.floor(clock / 1000)
    const lies: WechatLie[] = [
      { by: 'stranger' },
      { by: 'unknown' },
      { timestamp: seconds - 301 },
      { timestamp: seconds + 301 },
      { amount: 1 },
      { currency: 'USD' },
      { said: { mchid: '1900000002' } },
      { said: { appid: 'wxffffffffffffffff' } },
      { v3Key: Buffer.alloc(32) },
      { said: { transaction_id: '' } },
    ]
    for (const lie of lies) {
      const heard = await scene.heard('wechat', scene.wechat.callback(paymentNo, lie))
      expect([lie, heard.status]).toEqual([lie, 401])
    }
    const said = scene.wechat.callback(paymentNo)
    const turned = { ...said, body: said.body.replace('TRANSACTION.SUCCESS', 'TRANSACTION.SUCCESs') }
    const bare = { headers: {}, body: said.body }
    const elsewhere = scene.wechat.callback(paymentNo, { said: { out_trade_no: `FK${'0'.repeat(30)}` } })
    const statuses = [turned, bare, { ...said, body: '' }, elsewhere].map((one) => scene.heard('wechat', one))
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 401, 401, 404])
    // Its own, which tells of no payment.
    const closed = scene.wechat.callback(other.paymentNo, { event: 'REFUND.SUCCESS' })
    const waiting = scene.wechat.callback(other.paymentNo, { said: { trade_state: 'CLOSED' } })
    for (const heard of [closed, waiting]) expect((await scene.heard('wechat', heard)).status).toBe(200)
    expect([await scene.stateOf(orderId), await scene.stateOf(other.orderId)]).toEqual(['created', 'created'])
    for (const one of [orderId, other.orderId]) await scene.cancel(one)
  })

  test('that are signed by a certificate which holds no more are refused, by the public key they are heard', async () => {
    const { orderId, paymentNo } = await scene.billed('wechat')
    scene.wechat.pay(paymentNo)
    const before = clock
    clock = certified.notAfter.getTime() + 60_000
    const statusBy = async (by: 'certificate' | 'publicKey') =>
      (await scene.heard('wechat', scene.wechat.callback(paymentNo, { by }))).status
    expect([await statusBy('certificate'), await statusBy('publicKey')]).toEqual([401, 200])
    clock = before
    expect(await scene.stateOf(orderId)).toBe('done')
  })

  test('that name serials there are not make nobody fetch certificates again and again', async () => {
    const { orderId, paymentNo } = await scene.billed('wechat')
    const before = fetched()
    for (let n = 0; n < 5; n++) await scene.heard('wechat', scene.wechat.callback(paymentNo, { by: 'unknown' }))
    expect(fetched() - before).toBeLessThanOrEqual(1)
    await scene.cancel(orderId)
  })

  test('an H5 bill is made out for the payer’s address and leads back to the order', async () => {
    const { orderId, paymentNo, url } = await scene.billed('wechat', 'phone')
    expect(new URL(url ?? '').searchParams.get('redirect_url')).toMatch(
      new RegExp(`/home/cart/order\\?orderId=${orderId}$`),
    )
    expect(scene.wechat.bills.get(paymentNo)?.asked).toMatchObject({ scene_info: { payer_client_ip: '127.0.0.1' } })
    expect((await scene.open(orderId, 'wechat', 'qr')).data.paymentNo).not.toBe(paymentNo)
    expect((await scene.open(orderId, 'wechat', 'page')).code).toBe(503)
    await scene.cancel(orderId)
  })
})
