import { hash, randomBytes } from 'node:crypto'
import { fsync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { BlobDamaged, BlobMissing, type BlobStore } from './blob-store.ts'

const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'hex')

/**
 * Blobs as files `ab/cdef…` under `directory`. A blob is written and fsynced, and its folder fsynced, before `put`
 * answers: the transaction that names it comes after. What a crash leaves half written has no name in the database,
 * and is replaced when the same bytes come again.
 */
export function fileBlobStore(directory: string): BlobStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const root = openSync(directory, 'r')
  /** An open descriptor each, for fsync; there are at most 256, and they stay open as long as the process. */
  const folders = new Map<string, number>()

  function pathOf(name: string): string {
    if (!/^[0-9a-f]{64}$/.test(name)) throw new BlobMissing(`${name} names no blob`)
    return join(directory, name.slice(0, 2), name.slice(2))
  }

  function folderOf(path: string): number {
    const folder = dirname(path)
    const known = folders.get(folder)
    if (known !== undefined) return known
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // The folder's own name must outlive a crash as well.
    fsyncSync(root)
    const descriptor = openSync(folder, 'r')
    folders.set(folder, descriptor)
    return descriptor
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
      await syncDescriptor(folder)
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

const syncDescriptor = promisify(fsync)
