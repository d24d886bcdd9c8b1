import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The key that seals all other keys. Never stored with what it seals. */
export type KeyEncryptionKey = Buffer

const current = 'key-encryption-key'
const retired = `${current}.retired-`

const folderOf = (dataDir: string) => join(dataDir, 'keys')

/** The data directory's sealing key, from a file that only this user may read, made at the first start. */
export function readKeyEncryptionKey(dataDir: string): KeyEncryptionKey {
  const path = join(folderOf(dataDir), current)
  if (!existsSync(path)) {
    const aside = writeAside(dataDir, randomBytes(32))
    try {
      linkSync(aside, path)
    } catch (error) {
      // Another node was first; its key is the key.
      if (!existsSync(path)) throw error
    }
    unlinkSync(aside)
  }
  return keyFromFile(path)
}

/** The data directory's key files: the one that seals, then those that only open. */
export function keyFiles(dataDir: string): string[] {
  const folder = folderOf(dataDir)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
  return [...names.filter((name) => name === current), ...names.filter((name) => name.startsWith(retired))].map(
    (name) => join(folder, name),
  )
}

/** The 32-byte key that a file holds as 64 hex digits; throws with the file's name. */
export function keyFromFile(path: string): KeyEncryptionKey {
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${path} holds no 32-byte key`)
  return Buffer.from(text, 'hex')
}

/** Makes a new sealing key in the data directory; the one before it still opens. At no moment is there none. */
export function replaceKeyFile(dataDir: string): void {
  const path = join(folderOf(dataDir), current)
  const name = createHash('sha256').update(readKeyEncryptionKey(dataDir)).digest('hex').slice(0, 16)
  const kept = join(folderOf(dataDir), retired + name)
  if (!existsSync(kept)) linkSync(path, kept)
  renameSync(writeAside(dataDir, randomBytes(32)), path)
}

function writeAside(dataDir: string, key: Buffer): string {
  const folder = folderOf(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const aside = join(folder, `.${randomBytes(8).toString('hex')}`)
  writeFileSync(aside, key.toString('hex'), { mode: 0o600, flush: true })
  return aside
}

/** A password or key for one purpose, derived from a secret. */
export function derived(secret: Buffer, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`moqi ${purpose}`).digest()
}
