import { randomBytes } from 'node:crypto'
import { closeSync, fdatasync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where a piece lies: a segment's name, and bytes from its start. */
export type Place = { segment: string; start: number; length: number }

/** Files that only grow, each holding many small pieces one behind the other. */
export type Segments = {
  /** Durable when it resolves. After a failure nothing more goes to that segment. */
  append: (bytes: Buffer) => Promise<Place>
  /** The bytes at a place, fewer when the file ends before; throws ENOENT when there is no such segment. */
  read: (place: Place) => Promise<Buffer>
}

/** `running` is the sync under way, `next` the one that everybody waits for who has written since it began. */
type Open = { name: string; file: number; length: number; running: Promise<void>; next: Promise<void> | null }

const syncData = promisify(fdatasync)
const largestSegment = 64 * 1024 * 1024

/**
 * Segments under `directory`. A new file costs the file system five times what more bytes in an old one do, and pieces
 * that come at once share a sync. What a crash leaves behind the last piece has no name, and the next process starts
 * another segment: no byte is ever written twice.
 */
export function openSegments(directory: string): Segments {
  let current: Open | null = null

  function started(): Open {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const name = randomBytes(16).toString('hex')
    const file = openSync(join(directory, name), 'wx', 0o600)
    // The segment's own name must outlive a crash as well.
    const folder = openSync(directory, 'r')
    fsyncSync(folder)
    closeSync(folder)
    return { name, file, length: 0, running: Promise.resolve(), next: null }
  }

  function retire(segment: Open): void {
    if (current !== segment) return
    current = null
    const close = () => closeSync(segment.file)
    void (segment.next ?? segment.running).then(close, close)
  }

  return {
    async append(bytes) {
      const segment = (current ??= started())
      const start = segment.length
      try {
        writeWhole(segment.file, bytes, start)
        segment.length += bytes.length
        const synced = sync(segment)
        if (segment.length >= largestSegment) retire(segment)
        await synced
      } catch (error) {
        // The kernel forgets what it could not write and calls the next sync a success.
        retire(segment)
        throw error
      }
      return { segment: segment.name, start, length: bytes.length }
    },
    async read({ segment, start, length }) {
      const file = await open(join(directory, segment), 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}

function writeWhole(file: number, bytes: Buffer, start: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, start + done)
}

/** A sync under way may have begun before the newest bytes: they wait for the one after it, which all of them share. */
function sync(segment: Open): Promise<void> {
  segment.next ??= segment.running.then(() => {
    segment.running = syncData(segment.file)
    segment.next = null
    return segment.running
  })
  return segment.next
}
