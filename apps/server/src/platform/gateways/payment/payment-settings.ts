import { type AlipaySettings, readAlipaySettings } from './alipay/alipay-settings.ts'
import { readWechatSettings, type WechatSettings } from './wechat/wechat-settings.ts'

/** Who takes money for orders. */
export type PaymentSettings = {
  /** Whether the embedded cashier, which moves no money, is open. */
  embedded: boolean
  /** WeChat Pay; null without. */
  wechat: WechatSettings | null
  /** Alipay; null without. */
  alipay: AlipaySettings | null
}

/** Reads who takes money. Throws with the variable that makes no sense. */
export function readPaymentSettings(env: NodeJS.ProcessEnv, demo: boolean): PaymentSettings {
  const wechat = readWechatSettings(env, demo)
  const alipay = readAlipaySettings(env, demo)
  // Anybody can sign in to a demonstration: there nobody shall be made to pay.
  if (demo && wechat && !env.MOQI_WECHAT_URL)
    throw new Error('MOQI_WECHAT_MCHID takes real money: it needs MOQI_DEMO=0')
  if (demo && alipay && !env.MOQI_ALIPAY_URL)
    throw new Error('MOQI_ALIPAY_APP_ID takes real money: it needs MOQI_DEMO=0')
  return { embedded: demo || (env.MOQI_ALLOW_EMBEDDED ?? '').split(',').includes('payment'), wechat, alipay }
}
