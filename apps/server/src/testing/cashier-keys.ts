import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRootAuthority } from '@moqi/trust/certificates/authority'
import { toPem } from '@moqi/trust/certificates/pem'

/** The merchant as whoever plays WeChat Pay knows it. */
export const wechatMerchant = {
  mchid: '1900000001',
  appid: 'wx0123456789abcdef',
  v3Key: 'v3-key-of-thirty-two-bytes-long!',
}
/** The id of the player's 微信支付公钥. */
export const wechatPublicKeyId = 'PUB_KEY_ID_0119000000012026112800000001'

/** The merchant as whoever plays Alipay knows it. */
export const alipayMerchant = { appId: '2021000000000001', sellerId: '2088000000000001' }

/** From when and until when WeChat Pay's certificate holds. */
export const certified = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2031-01-01T00:00:00Z') }
const tenpay = { commonName: 'Tenpay.com sign', country: 'CN' } as const

/** The keys of a merchant and of those who play cashiers for it, with the files that settings name. */
export type MerchantKeys = {
  /** Whose signature on requests players check. */
  merchantPublic: KeyObject
  /** The serial number of the merchant's certificate. */
  serial: string
  /** What players sign with, and its certificate (PEM). */
  platformKey: KeyObject
  certificate: string
  /** What WeChat Pay signs with for whoever has moved to its public key. */
  publicKey: { privateKey: KeyObject; publicKey: KeyObject }
  /** A key that nobody was told of. */
  stranger: KeyObject
  /** The settings that name the files, for players at those addresses. */
  settings: (urls: { wechat?: string; alipay?: string }) => NodeJS.ProcessEnv
  remove: () => void
}

const serial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Makes them, with files in a folder of their own. */
export async function merchantKeys(): Promise<MerchantKeys> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-merchant-'))
  const at = (name: string) => join(folder, name)
  const [merchant, publicKey, other] = [pair(), pair(), pair()]
  const platformKey = pair().privateKey
  const { key } = await createRootAuthority({ privateKey: platformKey, subject: tenpay, ...certified })
  const certificate = toPem('CERTIFICATE', key.identity.certificate)
  const pkcs8 = merchant.privateKey.export({ type: 'pkcs8', format: 'der' })
  writeFileSync(at('merchant.pem'), merchant.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  // As Alipay's own tool writes keys.
  writeFileSync(at('merchant.txt'), pkcs8.toString('base64'))
  writeFileSync(at('wechat.pem'), publicKey.publicKey.export({ type: 'spki', format: 'pem' }))
  const platformPublic = createPublicKey(platformKey).export({ type: 'spki', format: 'der' })
  writeFileSync(at('alipay.txt'), platformPublic.toString('base64'))
  return {
    merchantPublic: merchant.publicKey,
    serial,
    platformKey,
    certificate,
    publicKey,
    stranger: other.privateKey,
    settings: ({ wechat, alipay }) => ({
      ...(wechat && {
        MOQI_WECHAT_MCHID: wechatMerchant.mchid,
        MOQI_WECHAT_APPID: wechatMerchant.appid,
        MOQI_WECHAT_V3_KEY: wechatMerchant.v3Key,
        MOQI_WECHAT_SERIAL: serial,
        MOQI_WECHAT_KEY: at('merchant.pem'),
        MOQI_WECHAT_PUBLIC_KEY_ID: wechatPublicKeyId,
        MOQI_WECHAT_PUBLIC_KEY: at('wechat.pem'),
        MOQI_WECHAT_URL: wechat,
      }),
      ...(alipay && {
        MOQI_ALIPAY_APP_ID: alipayMerchant.appId,
        MOQI_ALIPAY_SELLER_ID: alipayMerchant.sellerId,
        MOQI_ALIPAY_KEY: at('merchant.txt'),
        MOQI_ALIPAY_PUBLIC_KEY: at('alipay.txt'),
        MOQI_ALIPAY_URL: alipay,
      }),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
