import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseProcesses, type ServerProcess } from '../server-process.ts'

const noticeLimitMs = 30_000

/**
 * Kills one of the embedded database's processes that serve a connection; resolves when PostgreSQL has noticed, which
 * begins all of them anew.
 */
export async function killBackend({ dataDir }: ServerProcess): Promise<void> {
  const serving = databaseProcesses(dataDir).filter((pid) =>
    /^postgres: moqi_\w+ \w+ \[local\]/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
  )
  const pid = serving[Math.floor(Math.random() * serving.length)]
  if (pid === undefined) throw new Error('no process serves a connection')
  process.kill(pid, 'SIGKILL')
  for (const until = Date.now() + noticeLimitMs; serving.some(isAlive); await pause(10)) {
    if (Date.now() > until) throw new Error('PostgreSQL did not notice that one of its processes was killed')
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
