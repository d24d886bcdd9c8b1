import { createHmac } from 'node:crypto'
import { seal, unseal } from './sealed.ts'

/**
 * Seals other keys. What is sealed begins with the id of the key that sealed it, so that several keys can open at
 * once and the one that seals can be replaced while the server runs (ADR 0008).
 */
export type KeyEncryption = {
  /** Id of the key that seals now. */
  sealingKey: () => Promise<string>
  /** Encrypts `secret`, bound to `purpose`: it opens for nothing else. */
  seal: (purpose: string, secret: Buffer) => Promise<Buffer>
  /** The reverse; throws `KeyUnknown`, and other errors when purpose or bytes differ. */
  unseal: (purpose: string, sealed: Buffer) => Promise<Buffer>
}

/** One key-encryption key, here or in a token. */
export type WrappingKey = {
  /** 16 hex digits that tell it from all others and nothing more. */
  id: string
  encrypt: (associated: Buffer, plain: Buffer) => Promise<Buffer> | Buffer
  decrypt: (associated: Buffer, sealed: Buffer) => Promise<Buffer> | Buffer
}

/** Keys as they are configured at this moment, the one to seal with first. */
export type KeySource = () => Promise<WrappingKey[]> | WrappingKey[]

/** Sealed under a key that is not configured here, or not sealed by us at all. */
export class KeyUnknown extends Error {
  override name = 'KeyUnknown'
}

const magic = Buffer.from('MQK1', 'latin1')
const headerSize = magic.length + 8

/** Seals with the first key of the first source and opens with any. */
export function keyEncryption(...sources: KeySource[]): KeyEncryption {
  const sealing = async () => {
    const [key] = (await sources[0]?.()) ?? []
    if (!key) throw new KeyUnknown('no key to seal with')
    return key
  }
  return {
    sealingKey: async () => (await sealing()).id,
    async seal(purpose, secret) {
      const key = await sealing()
      const header = Buffer.concat([magic, Buffer.from(key.id, 'hex')])
      return Buffer.concat([header, await key.encrypt(associated(header, purpose), secret)])
    },
    async unseal(purpose, sealed) {
      const id = sealedUnder(sealed)
      for (const source of sources) {
        const key = (await source()).find((one) => one.id === id)
        if (!key) continue
        return await key.decrypt(associated(sealed.subarray(0, headerSize), purpose), sealed.subarray(headerSize))
      }
      throw new KeyUnknown(`sealed under key ${id}, which is neither MOQI_KEK nor MOQI_KEK_PREVIOUS nor a file here`)
    },
  }
}

/** The id of the key that sealed it; throws `KeyUnknown` when it is nothing sealed. */
export function sealedUnder(sealed: Buffer): string {
  if (sealed.length < headerSize || !sealed.subarray(0, magic.length).equals(magic)) {
    throw new KeyUnknown('not sealed in a form this version knows')
  }
  return sealed.toString('hex', magic.length, headerSize)
}

/** A 32-byte key held by this process. */
export function localKey(key: Buffer): WrappingKey {
  return {
    id: createHmac('sha256', key).update('moqi key id').digest('hex').slice(0, 16),
    encrypt: (bound, plain) => seal(key, bound, plain),
    decrypt: (bound, sealed) => unseal(key, bound, sealed),
  }
}

const associated = (header: Buffer, purpose: string) => Buffer.concat([header, Buffer.from(purpose)])
