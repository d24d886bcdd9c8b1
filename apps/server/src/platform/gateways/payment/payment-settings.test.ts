import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantKeys, merchantKeys } from '#src/testing/cashier-keys.ts'
import { readPaymentSettings } from './payment-settings.ts'

let keys: MerchantKeys
beforeAll(async () => {
  keys = await merchantKeys()
})
afterAll(() => keys.remove())

const all = () => keys.settings({ wechat: 'http://127.0.0.1:1', alipay: 'http://127.0.0.1:2/gateway.do' })
const reading =
  (env: NodeJS.ProcessEnv, demo = false) =>
  () =>
    readPaymentSettings(env, demo)

test('without settings nobody takes money but, in a demonstration, the embedded cashier', () => {
  expect(readPaymentSettings({}, true)).toEqual({ embedded: true, wechat: null, alipay: null })
  expect(readPaymentSettings({}, false)).toEqual({ embedded: false, wechat: null, alipay: null })
  expect(readPaymentSettings({ MOQI_ALLOW_EMBEDDED: 'ca,payment' }, false).embedded).toBe(true)
})

test('both may be set up at once, and are trials in a demonstration alone', () => {
  const real = readPaymentSettings(all(), false)
  expect([real.wechat?.trial, real.alipay?.trial, real.embedded]).toEqual([false, false, false])
  const shown = readPaymentSettings(all(), true)
  expect([shown.wechat?.trial, shown.alipay?.trial]).toEqual([true, true])
  const sandbox = { ...all(), MOQI_ALIPAY_URL: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do' }
  expect(readPaymentSettings(sandbox, false).alipay?.trial).toBe(true)
})

test('a demonstration does not start with what takes real money', () => {
  expect(reading({ ...all(), MOQI_WECHAT_URL: '' }, true)).toThrow('MOQI_WECHAT_MCHID takes real money')
  expect(reading({ ...all(), MOQI_ALIPAY_URL: '' }, true)).toThrow('MOQI_ALIPAY_APP_ID takes real money')
  const official = readPaymentSettings({ ...all(), MOQI_WECHAT_URL: '', MOQI_ALIPAY_URL: '' }, false)
  expect([official.wechat?.url, official.alipay?.url]).toEqual([
    'https://api.mch.weixin.qq.com',
    'https://openapi.alipay.com/gateway.do',
  ])
})

test.each([
  ['MOQI_WECHAT_APPID', '', 'MOQI_WECHAT_MCHID needs MOQI_WECHAT_APPID'],
  ['MOQI_WECHAT_SERIAL', '', 'MOQI_WECHAT_MCHID needs MOQI_WECHAT_SERIAL'],
  ['MOQI_WECHAT_V3_KEY', 'short', 'MOQI_WECHAT_V3_KEY is not of 32 bytes'],
  ['MOQI_WECHAT_PUBLIC_KEY', '', 'MOQI_WECHAT_PUBLIC_KEY and MOQI_WECHAT_PUBLIC_KEY_ID need each other'],
  ['MOQI_WECHAT_PUBLIC_KEY_ID', '5157F09E', 'MOQI_WECHAT_PUBLIC_KEY_ID is not like PUB_KEY_ID_…'],
  ['MOQI_WECHAT_URL', 'api.mch.weixin.qq.com', 'MOQI_WECHAT_URL is no HTTP address'],
  ['MOQI_ALIPAY_SELLER_ID', '2088', 'MOQI_ALIPAY_SELLER_ID is not of 16 digits'],
  ['MOQI_ALIPAY_KEY', '', 'MOQI_ALIPAY_APP_ID needs MOQI_ALIPAY_KEY'],
])('%s=%s is refused by its name', (name, value, says) => {
  expect(reading({ ...all(), [name]: value })).toThrow(says)
})

test('a public key is taken for no private one, and its file’s text is not repeated', () => {
  const { MOQI_ALIPAY_PUBLIC_KEY: file } = all()
  expect(reading({ ...all(), MOQI_ALIPAY_KEY: file })).toThrow(
    'MOQI_ALIPAY_KEY is no private RSA key of 2048 bits or more',
  )
})
