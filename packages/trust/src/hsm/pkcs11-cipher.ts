import { randomBytes } from 'node:crypto'
import { ck, type Mechanism } from './cryptoki.ts'
import type { Pkcs11Token } from './pkcs11-token.ts'

const nonceSize = 12
const tagSize = 16

/** AES-GCM under a key that stays in its token. */
export interface Pkcs11Cipher {
  /** 12 bytes of nonce, the ciphertext, 16 of tag; opens with the same `associated` only. */
  encrypt: (associated: Buffer, plain: Buffer) => Promise<Buffer>
  /** The reverse; throws `Pkcs11Failure` when key, `associated` or bytes differ. */
  decrypt: (associated: Buffer, sealed: Buffer) => Promise<Buffer>
}

/** The cipher of the AES key with that label. Throws `Pkcs11Failure` when there is none. */
export async function pkcs11Cipher(token: Pkcs11Token, label: string): Promise<Pkcs11Cipher> {
  await token.run((session) => token.key(session, ck.secretKeyClass, label))
  return {
    encrypt(associated, plain) {
      const nonce = randomBytes(nonceSize)
      return token.run(async (session) => {
        const { cryptoki, handle } = session
        cryptoki.C_EncryptInit(handle, gcm(nonce, associated), token.key(session, ck.secretKeyClass, label))
        const room = Buffer.alloc(plain.length + tagSize)
        return Buffer.concat([nonce, await cryptoki.C_EncryptAsync(handle, plain, room)])
      })
    },
    decrypt(associated, sealed) {
      const nonce = sealed.subarray(0, nonceSize)
      const body = sealed.subarray(nonceSize)
      return token.run(async (session) => {
        const { cryptoki, handle } = session
        cryptoki.C_DecryptInit(handle, gcm(nonce, associated), token.key(session, ck.secretKeyClass, label))
        // Some modules ask for room for the tag too.
        return Buffer.from(await cryptoki.C_DecryptAsync(handle, body, Buffer.alloc(body.length)))
      })
    },
  }
}

const gcm = (iv: Buffer, aad: Buffer): Mechanism => ({
  mechanism: ck.aesGcm,
  parameter: { type: ck.gcmParameters, iv, ivBits: iv.length * 8, aad, tagBits: tagSize * 8 },
})
