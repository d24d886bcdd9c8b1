import { hash, randomBytes } from 'node:crypto'
import { close, closeSync, fdatasync, fsync, fsyncSync, mkdirSync, open, openSync, writeFile } from 'node:fs'
import { link, open as openHandle, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { BlobDamaged, BlobMissing, type BlobStore, BlobStoreAway } from './blob-store.ts'
import { isDiskFull } from './disk-full.ts'

const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'hex')

/**
 * Blobs as files `ab/cdef…` under `directory`. A blob is written and fsynced, and its folder fsynced, before `put`
 * answers: the transaction that names it comes after. What a crash leaves half written has no name in the database,
 * and is replaced when the same bytes come again.
 */
export function fileBlobStore(directory: string): BlobStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const root = openSync(directory, 'r')
  const idPath = join(directory, 'store-id')
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

  async function put(bytes: Buffer): Promise<string> {
    const name = sha256(bytes)
    const path = pathOf(name)
    const folder = folderOf(path)
    try {
      await writeDurably(path, bytes, folder)
    } catch (error) {
      if (!isThere(error)) throw error
      // Freed while it was looked at: it is stored as if it had not been there.
      if (!(await settle(path, bytes, folder))) return put(bytes)
    }
    return name
  }

  return {
    put,
    async get(name) {
      const bytes = await readFile(pathOf(name)).catch((cause: NodeJS.ErrnoException) => {
        throw cause.code === 'ENOENT' ? new BlobMissing(`blob ${name} is missing`, { cause }) : cause
      })
      if (sha256(bytes) !== name) throw new BlobDamaged(`blob ${name} has changed on disk`)
      return bytes
    },
    async remove(name) {
      await unlink(pathOf(name)).catch(unlessGone)
    },
    async free(name, storedBefore) {
      const path = pathOf(name)
      if (await isYoung(path, storedBefore)) return
      const aside = asideOf(path)
      const there = await rename(path, aside).then(() => true, unlessGone)
      if (!there) return
      // Whoever puts it from now on finds no such file; whoever has just found it has touched it.
      if (await isYoung(aside, storedBefore)) await link(aside, path).catch(unlessThere)
      await unlink(aside).catch(unlessGone)
    },
    async *list(only) {
      for (const folder of only === undefined ? await readdir(directory) : [only]) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        for (const rest of await filesIn(join(directory, folder))) {
          if (!/^[0-9a-f]{62}$/.test(rest)) continue
          const found = await stat(join(directory, folder, rest)).catch(unlessGone)
          if (found) yield { name: folder + rest, storedAt: found.mtimeMs, length: found.size }
        }
      }
    },
    async dropLeftovers(folder, leftBefore) {
      for (const rest of await filesIn(join(directory, folder))) {
        if (!/^[0-9a-f]{62}\.[0-9a-f]{16}$/.test(rest)) continue
        const path = join(directory, folder, rest)
        const left = await stat(path).catch(unlessGone)
        // What is being freed is aside for a moment, however old its bytes are.
        if (left && Math.max(left.mtimeMs, left.ctimeMs) < leftBefore) await unlink(path).catch(unlessGone)
      }
    },
    readId: () =>
      readFile(idPath, 'utf8').then(
        (id) => id.trim(),
        (error: NodeJS.ErrnoException) => unlessGone(error) || null,
      ),
    async writeId(id) {
      const aside = asideOf(idPath)
      await writeDurably(aside, Buffer.from(id), root)
      await rename(aside, idPath)
      await syncDescriptor(root)
    },
    close() {
      for (const folder of folders.values()) closeSync(folder)
      folders.clear()
      closeSync(root)
    },
  }
}

const isThere = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

const unlessThere = (error: unknown) => {
  if (!isThere(error)) throw error
}
const unlessGone = (error: NodeJS.ErrnoException): false => {
  if (error.code !== 'ENOENT') throw error
  return false
}
const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unlessGone)) || []
const asideOf = (path: string) => `${path}.${randomBytes(8).toString('hex')}`

/** Whether a file was put at that time (ms) or since; one that is not there was not. */
const isYoung = (path: string, since: number): Promise<boolean> =>
  stat(path).then(({ mtimeMs }) => mtimeMs >= since, unlessGone)

/**
 * A file of this name is whole, being written, or left over from a crash; only bytes that are read back count. Answers
 * false when it is gone meanwhile.
 */
async function settle(path: string, bytes: Buffer, folder: number): Promise<boolean> {
  const found = await holds(path, bytes).catch((error: NodeJS.ErrnoException) => unlessGone(error) || 'gone')
  if (found === 'gone') return false
  if (found) {
    await syncDescriptor(folder)
    return true
  }
  const aside = asideOf(path)
  try {
    await writeDurably(aside, bytes, folder)
    await rename(aside, path)
  } catch (error) {
    await unlink(aside).catch(() => {})
    throw error
  }
  await syncDescriptor(folder)
  return true
}

/**
 * Whether the file is exactly these bytes; if so it is on the disk, though not yet its name, and as young as one
 * written now. `gone` when another file or none has its name by then.
 */
async function holds(path: string, bytes: Buffer): Promise<boolean | 'gone'> {
  const file = await openHandle(path, 'r+')
  try {
    if (!bytes.equals(await file.readFile())) return false
    const now = new Date()
    await file.utimes(now, now)
    await file.datasync()
    const [own, named] = await Promise.all([file.stat(), stat(path).catch(unlessGone)])
    return named !== false && named.ino === own.ino ? true : 'gone'
  } finally {
    await file.close()
  }
}

/**
 * Creates the file; when it resolves, bytes and name outlive a crash. Both are synced at once, which is one commit of
 * the disk's journal instead of two. Descriptors, because a `FileHandle` costs more CPU than what it is asked for.
 */
async function writeDurably(path: string, bytes: Buffer, folder: number): Promise<void> {
  const file = await openDescriptor(path, 'wx', 0o600)
  try {
    await writeAll(file, bytes)
    const synced = await Promise.allSettled([syncData(file), syncDescriptor(folder)])
    for (const result of synced) if (result.status === 'rejected') throw result.reason
  } catch (error) {
    // Half of it is of no use, and takes what room is left.
    await unlink(path).catch(() => {})
    throw isDiskFull(error) ? new BlobStoreAway('the disk of the blobs is full', { cause: error, isFull: true }) : error
  } finally {
    await closeDescriptor(file)
  }
}

const openDescriptor = promisify(open)
const writeAll = promisify(writeFile)
const syncData = promisify(fdatasync)
const syncDescriptor = promisify(fsync)
const closeDescriptor = promisify(close)
