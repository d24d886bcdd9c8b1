import { type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fromPem } from '@moqi/trust/certificates/pem'
import { neededSetting, readOtherUrl, readRsaKey } from '../read-setting.ts'

/** How to reach WeChat Pay (APIv3) as a merchant. */
export type WechatSettings = {
  mchid: string
  appid: string
  /** The merchant's own key, and the serial number of its certificate. */
  key: KeyObject
  serial: string
  /** The APIv3 key, 32 bytes, which callbacks and certificates are encrypted with. */
  v3Key: Buffer
  /** 微信支付公钥 with its id, PUB_KEY_ID_…; null where only certificates are used. */
  publicKey: { id: string; key: KeyObject } | null
  /** 平台证书 known beforehand; others are fetched when something is signed by them. */
  certificates: readonly X509Certificate[]
  /** Without a slash at its end. */
  url: string
  /** Whether it is somebody who plays WeChat Pay, for a demonstration. */
  trial: boolean
}

/** Reads `MOQI_WECHAT_MCHID` and what belongs to it; null without. Throws with the variable that makes no sense. */
export function readWechatSettings(env: NodeJS.ProcessEnv, demo: boolean): WechatSettings | null {
  const { MOQI_WECHAT_MCHID: mchid } = env
  if (!mchid) return null
  const needed = (name: string) => neededSetting(env, name, 'MOQI_WECHAT_MCHID')
  const v3Key = Buffer.from(needed('MOQI_WECHAT_V3_KEY'))
  // The value is a secret: it is not repeated.
  if (v3Key.length !== 32) throw new Error('MOQI_WECHAT_V3_KEY is not of 32 bytes')
  return {
    mchid,
    appid: needed('MOQI_WECHAT_APPID'),
    key: readRsaKey(needed('MOQI_WECHAT_KEY'), 'MOQI_WECHAT_KEY', 'private'),
    serial: needed('MOQI_WECHAT_SERIAL'),
    v3Key,
    publicKey: publicKeyOf(env),
    certificates: certificatesOf(env),
    url: readOtherUrl(env, 'MOQI_WECHAT_URL') ?? 'https://api.mch.weixin.qq.com',
    trial: demo,
  }
}

function publicKeyOf(env: NodeJS.ProcessEnv): WechatSettings['publicKey'] {
  const { MOQI_WECHAT_PUBLIC_KEY: file, MOQI_WECHAT_PUBLIC_KEY_ID: id } = env
  if (!file && !id) return null
  if (!file || !id) throw new Error('MOQI_WECHAT_PUBLIC_KEY and MOQI_WECHAT_PUBLIC_KEY_ID need each other')
  if (!id.startsWith('PUB_KEY_ID_')) throw new Error('MOQI_WECHAT_PUBLIC_KEY_ID is not like PUB_KEY_ID_…')
  return { id, key: readRsaKey(file, 'MOQI_WECHAT_PUBLIC_KEY', 'public') }
}

const certificatesOf = ({ MOQI_WECHAT_CERTIFICATES: file }: NodeJS.ProcessEnv): X509Certificate[] =>
  file ? fromPem('CERTIFICATE', readFileSync(file, 'utf8')).map((der) => new X509Certificate(der)) : []
