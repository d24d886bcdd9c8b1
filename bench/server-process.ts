import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fromPem } from '@moqi/trust/certificates/pem'

const main = join(import.meta.dirname, '../apps/server/src/main.ts')
/** A machine that others keep busy may take as long. */
const startLimitMs = 240_000
const endLimitMs = 20_000
const keptWords = 16_000
/** Lines of the log that tell of nothing wrong. */
const everyday = /^\{"level":"info".*\n/gm

/** The real server as a process of its own, which can be started again on the same data. */
export type ServerProcess = {
  baseUrl: string
  dataDir: string
  /** Its database where that is none of its own. */
  databaseUrl: string | null
  /** Its process while it runs. */
  pid: () => number | null
  /** The roots (DER) that what it signs ends at. */
  trustedRoots: () => Buffer[]
  /** Starts it and resolves when it answers. Throws with what it said when it ends instead. */
  start: () => Promise<void>
  /** Ends it with a signal and resolves with its exit code, null after a kill, when it and its database are gone. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
  /** What it said last on standard error, a few kilobytes. */
  lastWords: () => string
  /** Starts it if it has ended by itself, as a supervisor would; answers whether it had. */
  startAgain: () => Promise<boolean>
}

/** Names a server on `dataDir` and a free port, unless its own settings, if any, name one; starts nothing. */
export async function serverProcess(dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const port = settings.PORT === undefined ? await freePort() : Number(settings.PORT)
  const baseUrl = `http://127.0.0.1:${port}`
  let running: ChildProcess | null = null
  let said = ''
  const hasEnded = () => running !== null && (running.exitCode !== null || running.signalCode !== null)
  async function start() {
    const child = spawnServer(dataDir, port, settings)
    running = child
    said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString().replaceAll(everyday, '')).slice(-keptWords)
    })
    for (const until = Date.now() + startLimitMs; Date.now() < until; await pause(50)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(said.trim() || `the server ended with ${child.exitCode}`)
      if (await answers(baseUrl)) return
    }
    throw new Error(`the server does not answer: ${said}`)
  }
  return {
    baseUrl,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    pid: () => running?.pid ?? null,
    trustedRoots: () =>
      [join(dataDir, 'ca', 'root.crt'), settings.MOQI_TRUSTED_ROOTS ?? []]
        .flat()
        .flatMap((file) => fromPem('CERTIFICATE', readFileSync(file, 'utf8'))),
    start,
    lastWords: () => said,
    async end(signal) {
      const child = running
      running = null
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      await databaseGone(dataDir)
      return child.exitCode
    },
    async startAgain() {
      if (!hasEnded()) return false
      await databaseGone(dataDir)
      await start()
      return true
    },
  }
}

/** Lets `use` have a running server on fresh data, which both are gone afterwards. */
export async function onServer<T>(
  use: (server: ServerProcess) => Promise<T>,
  settings: NodeJS.ProcessEnv = {},
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'moqi-bench-'))
  // The database's own user has to come in.
  chmodSync(dataDir, 0o755)
  try {
    return await onServerIn(dataDir, use, settings)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The same on a directory of the caller's, which stays. */
export async function onServerIn<T>(
  dataDir: string,
  use: (server: ServerProcess) => Promise<T>,
  settings: NodeJS.ProcessEnv = {},
): Promise<T> {
  const server = await serverProcess(dataDir, settings)
  try {
    await server.start()
    return await use(server)
  } finally {
    await server.end('SIGTERM')
  }
}

/**
 * The address of each request is taken from its header, so that one machine can stand for many; one person is told of
 * as many contracts as many are.
 */
const spawnServer = (dataDir: string, port: number, settings: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MOQI_DATA: dataDir,
      PORT: String(port),
      MOQI_TRUST_PROXY: '1',
      // What is measured writes nothing beside itself.
      MOQI_DISK_RESERVE: '0',
      MOQI_SMS_PER_RECIPIENT: '1000000',
      MOQI_SMS_PER_SENDER: '1000000',
      ...settings,
    },
    // The channel ends the server when this process ends without a word.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })

const answers = (baseUrl: string) =>
  fetch(new URL('/demo/outbox', baseUrl)).then(
    (response) => response.ok,
    () => false,
  )

/** Waits for the database to follow its server. Throws when some of it is left running. */
async function databaseGone(dataDir: string): Promise<void> {
  for (const until = Date.now() + endLimitMs; databaseProcesses(dataDir).length > 0; await pause(50)) {
    if (Date.now() > until) throw new Error(`left running: ${databaseProcesses(dataDir).join(' ')}`)
  }
}

/** Process ids of PostgreSQL on a data directory, known by where they work; Linux only, elsewhere none. */
export function databaseProcesses(dataDir: string): number[] {
  if (process.platform !== 'linux') return []
  const directory = join(dataDir, 'postgres')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name) === directory)
    .map(Number)
}

function worksIn(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
