import type { KeyObject } from 'node:crypto'
import { neededSetting, readOtherUrl, readRsaKey } from '../read-setting.ts'

/** How to reach Alipay's open platform as an application of a merchant. */
export type AlipaySettings = {
  appId: string
  /** The merchant's account, 2088…, whom every notice must say was paid. */
  sellerId: string
  /** The application's own key. */
  key: KeyObject
  /** 支付宝公钥, which answers and notices are signed by. */
  alipayKey: KeyObject
  /** Its gateway, `…/gateway.do`. */
  url: string
  /** Whether it is a sandbox, or somebody who plays Alipay, for a demonstration. */
  trial: boolean
}

/** Reads `MOQI_ALIPAY_APP_ID` and what belongs to it; null without. Throws with the variable that makes no sense. */
export function readAlipaySettings(env: NodeJS.ProcessEnv, demo: boolean): AlipaySettings | null {
  const { MOQI_ALIPAY_APP_ID: appId } = env
  if (!appId) return null
  const needed = (name: string) => neededSetting(env, name, 'MOQI_ALIPAY_APP_ID')
  const sellerId = needed('MOQI_ALIPAY_SELLER_ID')
  if (!/^2088\d{12}$/.test(sellerId)) throw new Error('MOQI_ALIPAY_SELLER_ID is not of 16 digits that begin with 2088')
  const url = readOtherUrl(env, 'MOQI_ALIPAY_URL') ?? 'https://openapi.alipay.com/gateway.do'
  return {
    appId,
    sellerId,
    key: readRsaKey(needed('MOQI_ALIPAY_KEY'), 'MOQI_ALIPAY_KEY', 'private'),
    alipayKey: readRsaKey(needed('MOQI_ALIPAY_PUBLIC_KEY'), 'MOQI_ALIPAY_PUBLIC_KEY', 'public'),
    url,
    trial: demo || url.includes('sandbox'),
  }
}
