import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A folder that backups of one platform go to: the bytes of documents once for all, the rest by its time. */
export type BackupFolder = {
  path: string
  /** Encrypts every file; null when none is encrypted. */
  key: Buffer | null
}

const Head = z.object({
  format: z.literal('moqi backup 1'),
  encryption: z.object({ salt: z.hex(), check: z.hex() }).nullable(),
})

/** `N` costs about 0.1 s and 64 MB: a passphrase is tried so much slower. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
const keyOf = (passphrase: string, salt: string) => scryptSync(passphrase, Buffer.from(salt, 'hex'), 32, cost)
const checkOf = (key: Buffer) => createHmac('sha256', key).update('moqi backup').digest('hex')

/** Makes the folder, encrypted if a passphrase is given, or opens it as `openBackupFolder` does. */
export function makeBackupFolder(path: string, passphrase: string | null): BackupFolder {
  const file = join(path, 'backup.json')
  if (!existsSync(file)) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (readdirSync(path).length > 0) throw new Error(`${path} 不是空目录，也不是备份目录`)
    const salt = randomBytes(16).toString('hex')
    const encryption = passphrase === null ? null : { salt, check: checkOf(keyOf(passphrase, salt)) }
    const head: z.output<typeof Head> = { format: 'moqi backup 1', encryption }
    writeFileSync(file, `${JSON.stringify(head, null, 1)}\n`, { mode: 0o600, flush: true })
  }
  return openBackupFolder(path, passphrase)
}

/** Throws when there is no backup, or the passphrase is not its own. */
export function openBackupFolder(path: string, passphrase: string | null): BackupFolder {
  const file = join(path, 'backup.json')
  if (!existsSync(file)) throw new Error(`${path} 中没有备份`)
  const { encryption } = Head.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (encryption === null && passphrase === null) return { path, key: null }
  if (encryption === null) throw new Error(`${path} 中的备份没有加密，请换一个目录`)
  if (passphrase === null) throw new Error(`${path} 中的备份已加密，请用 --passphrase-file 指定口令文件`)
  const key = keyOf(passphrase, encryption.salt)
  if (checkOf(key) !== encryption.check) throw new Error('口令不对')
  return { path, key }
}

/** The times of the whole backups in a folder, oldest first; one without a manifest was not finished. */
export const backupsIn = ({ path }: BackupFolder): string[] =>
  readdirSync(path)
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name) && existsSync(join(path, name, 'manifest.json')))
    .toSorted()
