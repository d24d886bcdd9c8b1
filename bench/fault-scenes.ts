import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { onDatabase, type OutsideDatabase } from './outside-database.ts'
import { databaseProcesses, onServer, type ServerProcess } from './server-process.ts'
import type { FaultScene } from './survive.ts'

const noticeLimitMs = 30_000

/** The server's process ends by a signal, and is started again as a supervisor would. */
const ended = (fault: string, signal: NodeJS.Signals): FaultScene => ({
  fault,
  on: (use) =>
    onServer((server) =>
      use(server, async () => {
        await server.end(signal)
        await server.start()
      }),
    ),
})

/** The server has a database of its own address, and something happens to that. */
const outside = (fault: string, strike: (database: OutsideDatabase) => void | Promise<void>): FaultScene => ({
  fault,
  on: (use) =>
    onDatabase((database) => {
      const settings = { DATABASE_URL: database.url, MOQI_KEK: '42'.repeat(32) }
      return onServer((server) => use(server, async () => strike(database)), settings)
    }),
})

/** One of the embedded database's processes that serve a connection is killed: PostgreSQL begins all of them anew. */
async function killBackend({ dataDir }: ServerProcess): Promise<void> {
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

/** Every fault that strikes while people sign, by its name on the command line. */
export const faultScenes = {
  kill: ended('kill', 'SIGKILL'),
  term: ended('term', 'SIGTERM'),
  backend: { fault: 'backend', on: (use) => onServer((server) => use(server, () => killBackend(server))) },
  pg: outside('pg', ({ kill }) => kill()),
  silent: outside('silent', ({ silence }) => silence()),
} as const satisfies Record<string, FaultScene>
