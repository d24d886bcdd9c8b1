import { readdirSync, readFileSync } from 'node:fs'

/** CPU of this process, user and system together, in ms. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The middle value; of an even number of values the upper middle. Throws when there is none. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1]
  if (middle === undefined) throw new Error('no values')
  return middle
}

const ticksPerSecond = 100

/** CPU in ms of the processes below `parent`, and of those that ended, by Linux's /proc; null on another system. */
export function cpuBelow(parent: number): number | null {
  if (process.platform !== 'linux') return null
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
  const ticks = processes
    .filter(({ pid, parentPid }) => pid === parent || parentPid === parent)
    .reduce((sum, { own, waitedFor, pid }) => sum + own + (pid === parent ? waitedFor : 0), 0)
  return (ticks * 1000) / ticksPerSecond
}

/** One line of `/proc/<pid>/stat` (proc(5)); null when the process has gone. */
function statOf(pid: number) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in brackets that may hold anything; field 3 follows the last bracket.
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const field = (number: number) => fields[number - 3] ?? 0
    return { pid, parentPid: field(4), own: field(14) + field(15), waitedFor: field(16) + field(17) }
  } catch {
    return null
  }
}
