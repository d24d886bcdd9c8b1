import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of a few hundred megabytes. */
export type SmallDisk = {
  path: string
  /** Writes a file until nothing more goes in; answers its bytes. */
  fill: () => number
  /** Writes that file until so many bytes are left. */
  fillTo: (left: number) => void
  /** Takes that file away. */
  empty: () => void
}

const megabyte = 1024 ** 2

/** Lets `use` have one, a tmpfs, which needs the right to mount: throws in words where nobody grants it. */
export async function onSmallDisk<T>(megabytes: number, use: (disk: SmallDisk) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'moqi-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'moqi-fault', path], { stdio: 'pipe' })
  } catch (cause) {
    rmdirSync(path)
    throw new Error('a full disk needs a small file system, and mounting one needs root', { cause })
  }
  const ballast = join(path, 'ballast')
  try {
    return await use({
      path,
      fill: () => fillUp(ballast),
      fillTo: (left) => fillTo(ballast, left),
      empty: () => rmSync(ballast, { force: true }),
    })
  } finally {
    execFileSync('umount', ['--lazy', path])
    rmdirSync(path)
  }
}

function fillTo(file: string, left: number): void {
  const descriptor = openSync(file, 'a', 0o600)
  try {
    const { bavail, bsize } = statfsSync(file)
    for (let free = bavail * bsize; free - megabyte >= left; free -= megabyte)
      writeSync(descriptor, Buffer.alloc(megabyte))
  } finally {
    closeSync(descriptor)
  }
}

/** In ever smaller pieces, so that no page is left. */
function fillUp(file: string): number {
  const descriptor = openSync(file, 'w', 0o600)
  let written = 0
  try {
    for (let piece = Buffer.alloc(megabyte); piece.length >= 512;) {
      try {
        written += writeSync(descriptor, piece)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        piece = piece.subarray(piece.length >> 1)
      }
    }
  } finally {
    closeSync(descriptor)
  }
  return written
}
