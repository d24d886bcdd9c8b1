import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, where Linux has one. */
const memory = '/dev/shm'
/** What a whole run may take there, bytes. */
const enough = 4 * 2 ** 30
const prefix = 'moqi-run-'

/**
 * A new folder for what need not outlive this process: in memory where there is room, since databases by the hundred
 * are copied and dropped, each a thousand files. What processes left there that are no more is removed.
 */
export function makeRunFolder(): string {
  const parent = hasRoom() ? memory : tmpdir()
  for (const name of readdirSync(parent)) if (isLeft(name)) rmSync(join(parent, name), { recursive: true, force: true })
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= enough
}

/** Whether the folder is of a run whose process has ended. */
function isLeft(name: string): boolean {
  const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
  return !Number.isNaN(pid) && !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Whoever may not ask learns that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
