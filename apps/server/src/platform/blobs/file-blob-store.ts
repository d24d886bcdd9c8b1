import { hash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BlobDamaged, BlobMissing, type BlobStore } from './blob-store.ts'

const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'hex')

/**
 * Blobs as files `ab/cdef…` under `directory`. A blob is written and fsynced, and its folder fsynced, before `put`
 * answers: the transaction that names it comes after. What a crash leaves half written has no name in the database,
 * and is replaced when the same bytes come again.
 */
export function fileBlobStore(directory: string): BlobStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const folders = new Set<string>()

  function pathOf(name: string): string {
    if (!/^[0-9a-f]{64}$/.test(name)) throw new BlobMissing(`${name} names no blob`)
    return join(directory, name.slice(0, 2), name.slice(2))
  }

  function folderOf(path: string): string {
    const folder = dirname(path)
    if (!folders.has(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      folders.add(folder)
    }
    return folder
  }

  return {
    async put(bytes) {
      const name = sha256(bytes)
      const path = pathOf(name)
      const folder = folderOf(path)
      try {
        await writeDurably(path, bytes)
      } catch (error) {
        if (!isThere(error)) throw error
        await settle(path, bytes)
      }
      await syncFolder(folder)
      return name
    },
    async get(name) {
      const bytes = await readFile(pathOf(name)).catch((cause: NodeJS.ErrnoException) => {
        throw cause.code === 'ENOENT' ? new BlobMissing(`blob ${name} is missing`, { cause }) : cause
      })
      if (sha256(bytes) !== name) throw new BlobDamaged(`blob ${name} has changed on disk`)
      return bytes
    },
  }
}

const isThere = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** A file of this name is whole, being written, or left over from a crash; only bytes that are read back count. */
async function settle(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+')
  try {
    if (bytes.equals(await file.readFile())) return await file.datasync()
  } finally {
    await file.close()
  }
  const aside = `${path}.${randomBytes(8).toString('hex')}`
  try {
    await writeDurably(aside, bytes)
    await rename(aside, path)
  } catch (error) {
    await unlink(aside).catch(() => {})
    throw error
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file: FileHandle = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
