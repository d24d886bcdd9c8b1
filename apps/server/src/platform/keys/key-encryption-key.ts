import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key that seals all other keys. Never stored with what it seals. */
export type KeyEncryptionKey = Buffer

/** From the configuration, else from a file that only this user may read, made at the first start. */
export function readKeyEncryptionKey(configured: string | null, dataDir: string): KeyEncryptionKey {
  if (configured) return Buffer.from(configured, 'hex')
  const folder = join(dataDir, 'keys')
  const path = join(folder, 'key-encryption-key')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const aside = join(folder, `.${randomBytes(8).toString('hex')}`)
    writeFileSync(aside, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    try {
      linkSync(aside, path)
    } catch (error) {
      // Another node was first; its key is the key.
      if (!existsSync(path)) throw error
    }
    unlinkSync(aside)
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new Error(`${path} holds no 32-byte key`)
  return key
}

/** A password or key for one purpose, derived from the key-encryption key. */
export function derived(key: KeyEncryptionKey, purpose: string): Buffer {
  return createHmac('sha256', key).update(`moqi ${purpose}`).digest()
}
