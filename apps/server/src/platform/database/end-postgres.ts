import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** How long a database may take for each way of ending, ms: at once, then without ending what runs, then by force. */
export type Patience = { fast: number; immediate: number }
/** Long enough for a busy database to write what it has; short enough for whoever waits for the start. */
export const usualPatience: Patience = { fast: 5000, immediate: 5000 }

/**
 * Ends a PostgreSQL: fast shutdown (SIGINT), which one in crash recovery does not hear, then immediate (SIGQUIT), from
 * which the next start recovers, then SIGKILL. Resolves when `isGone` says so. Throws when even that does not help.
 */
export async function endPostgres(
  send: (signal: NodeJS.Signals) => void,
  isGone: () => boolean,
  { fast, immediate }: Patience = usualPatience,
): Promise<void> {
  const steps = [
    ['SIGINT', fast],
    ['SIGQUIT', immediate],
    ['SIGKILL', 20_000],
  ] as const
  for (const [signal, withinMs] of steps) {
    if (isGone()) return
    send(signal)
    for (const until = Date.now() + withinMs; !isGone() && Date.now() < until;) await pause(20)
  }
  if (!isGone()) throw new Error('PostgreSQL does not end')
}

/**
 * Ends what a server killed earlier has left running on this very directory. A copied or outdated pid file names
 * processes that are somebody else's: directory, start and program have to be those of the file, which is removed
 * otherwise, since PostgreSQL would take any of them for its own and not start.
 */
export async function endOrphan(directory: string, patience?: Patience): Promise<void> {
  const found = readPidFile(directory)
  if (!found) return
  if (!isOwn(found, directory)) {
    const isUnused = process.platform === 'linux' && processesIn(directory).length === 0
    if (isUnused || !samePlace(found.directory, directory)) rmSync(join(directory, 'postmaster.pid'))
    return
  }
  const isGone = () => !isAlive(found.pid) && processesIn(directory).length === 0
  await endPostgres(
    (signal) => signalAll([found.pid, ...(signal === 'SIGKILL' ? processesIn(directory) : [])], signal),
    isGone,
    patience,
  )
}

type PidFile = { pid: number; directory: string; startedAt: number }

/** PostgreSQL's postmaster.pid: pid, data directory, start in s since the epoch, each a line. */
function readPidFile(directory: string): PidFile | null {
  const file = join(directory, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid = '', named = '', startedAt = ''] = readFileSync(file, 'utf8').split('\n')
  const read = { pid: Number(pid), directory: named, startedAt: Number(startedAt) }
  return Number.isInteger(read.pid) && read.pid > 1 ? read : null
}

/** `ps` counts a process's age in whole seconds. */
const startSlackS = 3

function isOwn({ pid, directory: named, startedAt }: PidFile, directory: string): boolean {
  if (!samePlace(named, directory)) return false
  const { stdout } = spawnSync('ps', ['-o', 'etimes=,comm=', '-p', String(pid)], { encoding: 'utf8' })
  const [age = '', program = ''] = (stdout ?? '').trim().split(/\s+/)
  if (!program.includes('postgres') || age === '') return false
  if (Math.abs(Date.now() / 1000 - Number(age) - startedAt) > startSlackS) return false
  const works = worksIn(pid)
  return works === null || samePlace(works, directory)
}

function samePlace(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

/** Process ids of PostgreSQL on a data directory, known by where they work; on Linux alone, elsewhere none. */
export function processesIn(directory: string): number[] {
  if (process.platform !== 'linux') return []
  const place = realpathSync(directory)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(Number(name)) === place)
    .map(Number)
}

/** Where a process works; null where that cannot be seen. */
function worksIn(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It is gone already.
    }
  }
}
