import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { rc4 } from '../decrypt/rc4.ts'
import { type Decryption, decryptionOf } from '../read/decryption.ts'
import type { PdfFile } from '../read/pdf-file.ts'

/** Encrypts strings and streams of objects of a file as the file does, with another initial vector each time. */
export function cipherOf(file: PdfFile) {
  const decryption = decryptionOf(file.views)
  if (typeof decryption === 'string') throw new Error(`encryption: ${decryption}`)
  return {
    string: (number: number, plain: Buffer) => encrypt(decryption, decryption.strings, number, plain),
    stream: (number: number, plain: Buffer) => encrypt(decryption, decryption.streams, number, plain),
  }
}

function encrypt({ key }: Decryption, method: Decryption['strings'], number: number, plain: Buffer): Buffer {
  if (method === 'Identity') return plain
  if (method === 'V2') return rc4(objectKey(key, number, ''), plain)
  const vector = randomBytes(16)
  const cipher =
    method === 'AESV3'
      ? createCipheriv('aes-256-cbc', key, vector)
      : createCipheriv('aes-128-cbc', objectKey(key, number, 'sAlT'), vector)
  return Buffer.concat([vector, cipher.update(plain), cipher.final()])
}

function objectKey(key: Buffer, number: number, salt: string): Buffer {
  const place = Buffer.from([number & 0xff, number >> 8, 0, 0, 0])
  const hash = createHash('md5').update(key).update(place).update(salt, 'latin1').digest()
  return hash.subarray(0, Math.min(16, key.length + 5))
}
