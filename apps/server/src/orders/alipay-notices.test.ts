import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelScene, type ChannelScene } from '#src/testing/channel-scene.ts'

const clock = Date.UTC(2026, 10, 28, 2)
let scene: ChannelScene

beforeAll(async () => {
  scene = await channelScene(() => clock)
})
afterAll(() => scene.close())

describe('notices of Alipay', () => {
  test('that are forged, or of another app, seller, amount, bill or charset credit nothing', async () => {
    const { orderId, paymentNo } = await scene.billed('alipay')
    const other = await scene.billed('alipay')
    scene.alipay.pay(paymentNo)
    const lies = [
      { by: 'stranger' as const },
      { forged: { total_amount: '0.01' } },
      { forged: { trade_no: '1' } },
      { forged: { sign: '' } },
      { forged: { sign_type: 'RSA' } },
      { said: { app_id: '2021000000000002' } },
      { said: { seller_id: '2088000000000002' } },
      { said: { total_amount: '0.01' } },
      { said: { total_amount: '5.99e2' } },
      { said: { charset: 'gbk' } },
    ]
    for (const lie of lies) {
      const heard = await scene.heard('alipay', scene.alipay.callback(paymentNo, lie))
      expect([lie, heard.status, heard.text.includes('success')]).toEqual([lie, 401, false])
    }
    const waits = scene.alipay.callback(other.paymentNo, { said: { trade_status: 'WAIT_BUYER_PAY' } })
    const closed = scene.alipay.callback(paymentNo, { said: { trade_status: 'TRADE_CLOSED' } })
    for (const heard of [waits, closed]) expect((await scene.heard('alipay', heard)).status).toBe(200)
    expect((await scene.heard('alipay', { headers: {}, body: 'x=%' })).status).toBe(401)
    expect([await scene.stateOf(orderId), await scene.stateOf(other.orderId)]).toEqual(['created', 'created'])
    // Out of order: it had told of the end before it told of the payment.
    await scene.heard('alipay', scene.alipay.callback(paymentNo))
    expect(await scene.stateOf(orderId)).toBe('done')
    await scene.cancel(other.orderId)
  })

  test.each(['page', 'phone'] as const)('its %s is an address signed by the merchant that leads back', async (form) => {
    const { orderId, paymentNo, url } = await scene.billed('alipay', form)
    expect(scene.alipay.visit(url ?? '')).toBe(true)
    expect(scene.alipay.visit((url ?? '').replace('599.00', '0.01'))).toBe(false)
    scene.alipay.pay(paymentNo)
    await scene.server.call('queryOrder', { orderId }, scene.jing)
    expect(await scene.stateOf(orderId)).toBe('done')
  })
})
