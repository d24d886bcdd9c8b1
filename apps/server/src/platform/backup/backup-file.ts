import { createHash, hash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compose, type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupFolder } from './backup-folder.ts'
import { BackupDamaged, openStream, sealStream } from './seal-stream.ts'

/** Compresses, encrypts if the folder is, and stores a stream durably; answers the SHA-256 of what is stored. */
export async function storeFile({ path, key }: BackupFolder, file: string, source: Readable): Promise<string> {
  const place = join(path, file)
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
  const digest = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  const to = createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true })
  await (key
    ? pipeline(source, createZstdCompress(), sealStream(key), hashing, to)
    : pipeline(source, createZstdCompress(), hashing, to))
  return digest.digest('hex')
}

/** What was stored; fails with `BackupDamaged` where that is sealed and was changed. */
export function readStored({ path, key }: BackupFolder, file: string): Readable {
  const stored = createReadStream(join(path, file))
  const plain = key ? compose(stored, openStream(key), createZstdDecompress()) : compose(stored, createZstdDecompress())
  return plain
}

/** Throws `BackupDamaged` unless the file is as it was stored. */
export async function checkStored({ path }: BackupFolder, { file, sha256 }: { file: string; sha256: string }) {
  const digest = createHash('sha256')
  await pipeline(createReadStream(join(path, file)), digest).catch((cause: unknown) => {
    throw new BackupDamaged(`${file} cannot be read`, { cause })
  })
  if (digest.digest('hex') !== sha256) throw new BackupDamaged(`${file} was changed`)
}

const blobFile = ({ key }: BackupFolder, name: string) =>
  join('blobs', name.slice(0, 2), name.slice(2) + (key ? '.sealed' : ''))

/** Whether the bytes of that name lie in the folder. */
export const hasBlob = (folder: BackupFolder, name: string): boolean =>
  existsSync(join(folder.path, blobFile(folder, name)))

/** Stores the bytes of that name: whole or not at all. */
export async function storeBlob(folder: BackupFolder, name: string, bytes: Buffer): Promise<void> {
  const place = join(folder.path, blobFile(folder, name))
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
  const sealing = folder.key ? [sealStream(folder.key)] : []
  const aside = `${place}.part`
  await pipeline([[bytes], ...sealing, createWriteStream(aside, { mode: 0o600, flush: true })])
  renameSync(aside, place)
}

/** The bytes of that name; throws `BackupDamaged` when they are not that any more, or not there. */
export async function readBlob(folder: BackupFolder, name: string): Promise<Buffer> {
  const stored = await readFile(join(folder.path, blobFile(folder, name))).catch((cause: unknown) => {
    throw new BackupDamaged(`blob ${name} cannot be read`, { cause })
  })
  const bytes = folder.key ? await opened(stored, folder.key) : stored
  if (hash('sha256', bytes) !== name) throw new BackupDamaged(`blob ${name} was changed`)
  return bytes
}

function opened(stored: Buffer, key: Buffer): Promise<Buffer> {
  const opening = openStream(key)
  opening.end(stored)
  return buffer(opening)
}
