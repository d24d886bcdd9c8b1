import { createDecipheriv, createHash } from 'node:crypto'
import { rc4 } from './rc4.ts'

/** How strings or streams are encrypted (ISO 32000-2 Table 25): not at all, RC4, AES-128 or AES-256. */
export type CryptMethod = 'Identity' | 'V2' | 'AESV2' | 'AESV3'

/** The indirect object that data belongs to: the older methods have a key for each. */
export interface Owner {
  number: number
  generation: number
}

/** Decrypts a string or the data of a stream (7.6.3); undefined for data that AES cannot have made. */
export function decryptData(method: CryptMethod, fileKey: Buffer, owner: Owner, data: Buffer): Buffer | undefined {
  if (method === 'Identity') return data
  const key = method === 'AESV3' ? fileKey : objectKey(fileKey, owner, method === 'AESV2')
  if (method === 'V2') return rc4(key, data)
  // Writers leave what is empty as it is.
  if (data.length === 0) return data
  if (data.length < 32 || data.length % 16 !== 0) return undefined
  try {
    const cipher = createDecipheriv(method === 'AESV2' ? 'aes-128-cbc' : 'aes-256-cbc', key, data.subarray(0, 16))
    return Buffer.concat([cipher.update(data.subarray(16)), cipher.final()])
  } catch {
    return undefined
  }
}

/** Algorithm 1. */
function objectKey(fileKey: Buffer, { number, generation }: Owner, salted: boolean): Buffer {
  const place = Buffer.alloc(5)
  place.writeUIntLE(number & 0xffffff, 0, 3)
  place.writeUInt16LE(generation & 0xffff, 3)
  const hash = createHash('md5').update(fileKey).update(place)
  if (salted) hash.update('sAlT', 'latin1')
  return hash.digest().subarray(0, Math.min(fileKey.length + 5, 16))
}
