import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/** A file of no use but for its room, which is given up before a disk that fills stops what is under way. */
export type DiskReserve = {
  /** Whether it was given up and is not made again yet. */
  isGivenUp: () => boolean
  /** Gives it up, because a write has found no room; answers whether there is more room now. */
  giveUp: () => Promise<boolean>
  /** Looks at the disk now, as it does by itself every second. */
  look: () => Promise<void>
  /** Resolves with a sentence when even what it gave is nearly used up. */
  exhausted: Promise<string>
  /** Ends looking; the file stays for the next start. */
  close: () => Promise<void>
}

const megabyte = 1024 ** 2
/** PostgreSQL writes its log in files of 16 MB: of two there is room, and it ends cleanly. */
const least = { keptBytes: 64 * megabyte, stopBytes: 48 * megabyte }
const everyMs = 1000

const freeOn = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/**
 * Keeps `bytes` of the disk of `dataDir` in a file, made once there is room for it twice over and again when there is,
 * and given up when less than 64 MB are left beside it. 0 keeps none, and never says that the disk is exhausted.
 */
export function openDiskReserve(
  { dataDir, bytes, free = () => freeOn(dataDir) }: { dataDir: string; bytes: number; free?: () => Promise<number> },
  log: Log,
): DiskReserve {
  const path = join(dataDir, 'disk-reserve')
  const closing = new AbortController()
  const { promise: exhausted, resolve: stop } = Promise.withResolvers<string>()
  let isWhole = false
  let isGivenUp = false
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: a file that is being made is not given up half. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  async function giveUp(): Promise<boolean> {
    if (!isWhole) return isGivenUp
    await rm(path, { force: true })
    isWhole = false
    isGivenUp = true
    log('the disk is full: its reserve was given up', { bytes }, 'error')
    return true
  }

  async function make(): Promise<void> {
    if (!(await isThere(path, bytes)) && !(await fill(path, bytes, closing.signal))) return
    isWhole = true
    if (isGivenUp) log('the disk has room again: its reserve was made again', { bytes }, 'info')
    isGivenUp = false
  }

  async function look(): Promise<void> {
    const left = await free()
    if (isWhole) {
      if (left < least.keptBytes) await giveUp()
    } else if ((await isThere(path, bytes)) || left > 2 * bytes + least.keptBytes) {
      await make()
    } else if (left < least.stopBytes) {
      stop('磁盘已满，预留的空间也将用完：服务停止，以免损坏数据库。请腾出空间后再启动')
    }
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await inTurn(look).catch((error: unknown) => log('the disk cannot be looked at', error))
      await pause(everyMs, null, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }

  const watching = bytes === 0 ? rm(path, { force: true }) : watch()
  return {
    isGivenUp: () => isGivenUp,
    giveUp: () => inTurn(giveUp),
    look: () => inTurn(look),
    exhausted,
    async close() {
      closing.abort()
      await watching
    },
  }
}

const isThere = (path: string, bytes: number): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size === bytes,
    () => false,
  )

/** Writes what no file system can pack, a megabyte at a time; answers false when it was not to be. */
async function fill(path: string, bytes: number, signal: AbortSignal): Promise<boolean> {
  const aside = `${path}.part`
  await rm(path, { force: true })
  const file = await open(aside, 'w', 0o600)
  try {
    for (let written = 0; written < bytes && !signal.aborted; written += megabyte)
      await file.writeFile(randomBytes(Math.min(megabyte, bytes - written)))
    await file.datasync()
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  } finally {
    await file.close()
  }
  if (signal.aborted) {
    await rm(aside, { force: true })
    return false
  }
  await rename(aside, path)
  return true
}
