import { createDecipheriv, createSign, createVerify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { WechatSettings } from './wechat-settings.ts'

/** The scheme of WeChat Pay's APIv3: SHA-256 with RSA, over lines that each end in a newline. */
const scheme = 'WECHATPAY2-SHA256-RSA2048'

type Request = { method: 'GET' | 'POST'; path: string; body: string; timestamp: number; nonce: string }

/** The `Authorization` of a request; `path` with its query, `timestamp` in seconds. */
export function wechatAuthorization(
  { mchid, serial, key }: Pick<WechatSettings, 'mchid' | 'serial' | 'key'>,
  { method, path, body, timestamp, nonce }: Request,
): string {
  const text = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`
  const signature = createSign('RSA-SHA256').update(text).sign(key, 'base64')
  const parts = { mchid, nonce_str: nonce, signature, timestamp: String(timestamp), serial_no: serial }
  return `${scheme} ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

/** What WeChat Pay says of its signature, in the headers of answers and callbacks alike. */
export type Signed = { timestamp: string; nonce: string; signature: string; body: string }

/** Whether WeChat Pay has signed that with that key. */
export const isSignedBy = (key: KeyObject, { timestamp, nonce, signature, body }: Signed): boolean =>
  createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`).verify(key, signature, 'base64')

/** What is encrypted with the APIv3 key (AEAD_AES_256_GCM). */
export const Encrypted = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string().min(24),
  associated_data: z.string().default(''),
  nonce: z.string().min(1).max(64),
})

const tagBytes = 16

/** Decrypts it. Throws for what was not encrypted with that key. */
export function decryptResource(
  v3Key: Buffer,
  { ciphertext, associated_data, nonce }: z.infer<typeof Encrypted>,
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', v3Key, Buffer.from(nonce), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(associated_data))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString()
}
