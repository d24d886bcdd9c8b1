import { createCipheriv, createSign, createVerify, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type MerchantKeys, wechatMerchant, wechatPublicKeyId } from './cashier-keys.ts'

/** By which key something is signed: known, unknown to the merchant, or not the one of its serial. */
export type WechatSigner = 'certificate' | 'publicKey' | 'stranger' | 'unknown'

const schema =
  /^WECHATPAY2-SHA256-RSA2048 mchid="(\w+)",nonce_str="(\w+)",signature="([\w+/=]+)",timestamp="(\d+)",serial_no="(\w+)"$/

/** Whether the merchant has signed a request, worked out here by itself, as the document of the scheme says. */
export function isMerchants(keys: MerchantKeys, now: number, request: IncomingMessage, body: string): boolean {
  const { method, url = '', headers } = request
  const [, mchid, nonce, signature = '', timestamp = '', serial] = schema.exec(headers.authorization ?? '') ?? []
  if (mchid !== wechatMerchant.mchid || serial !== keys.serial) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false
  const text = [method, url, timestamp, nonce, body, ''].join('\n')
  return createVerify('RSA-SHA256').update(text).verify(keys.merchantPublic, signature, 'base64')
}

/** The headers that say by whom a body is signed, and when (s). */
export function signedHeaders(keys: MerchantKeys, by: WechatSigner, body: string, timestamp: number) {
  const [serial, key] = signerOf(keys, by)
  const nonce = randomBytes(16).toString('hex')
  const signature = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`).sign(key, 'base64')
  return {
    'wechatpay-timestamp': String(timestamp),
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': signature,
  }
}

function signerOf(
  { certificate, platformKey, publicKey, stranger }: MerchantKeys,
  by: WechatSigner,
): [string, KeyObject] {
  if (by === 'publicKey') return [wechatPublicKeyId, publicKey.privateKey]
  if (by === 'unknown') return ['DEADBEEF00112233', stranger]
  const { serialNumber } = new X509Certificate(certificate)
  return [serialNumber, by === 'stranger' ? stranger : platformKey]
}

/** Encrypts with the APIv3 key, or another. */
export function encrypted(text: string, associated: string, v3Key: Buffer = Buffer.from(wechatMerchant.v3Key)) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', v3Key, Buffer.from(nonce))
  cipher.setAAD(Buffer.from(associated))
  const bytes = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    associated_data: associated,
    nonce,
  }
}
