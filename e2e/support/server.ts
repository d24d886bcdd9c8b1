import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { nextCode, type OutboxMessage, readOutbox } from '../../scripts/demo/outbox.ts'

const root = resolve(import.meta.dirname, '../..')
const startLimitMs = 120_000
const stopLimitMs = 20_000

/** The product, running on an empty data folder of its own. */
export type RunningServer = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string
  dataDir: string
  /** The embedded CA's root, PEM. */
  rootFile: string
  pid: number
  /** Everything it printed so far. */
  output: () => string
  /** The newest messages to a phone or mail address: take them before asking for a code. */
  outbox: (recipient: string) => Promise<OutboxMessage[]>
  /** The code of a message that was not in `before`; waits up to 30 s. */
  outboxCode: (recipient: string, before?: OutboxMessage[]) => Promise<string>
  /** Ends it and its database, and removes the data. */
  stop: () => Promise<void>
}

/** Starts a server on a free port and resolves when it answers /healthz. Throws with what it printed if it does not. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-e2e-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  // Started by root, the database runs as another user, which must be able to get here.
  for (const path of [folder, dataDir]) chmodSync(path, 0o755)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      MOQI_PUBLIC_URL: url,
      MOQI_DISK_RESERVE: '0',
      ...env,
      PORT: String(port),
      MOQI_DATA: dataDir,
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = collect(child)
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await healthy(child, url)
  } catch (cause) {
    await stop()
    throw new Error(`the server did not start:\n${output()}`, { cause })
  }
  return {
    url,
    dataDir,
    rootFile: join(dataDir, 'ca', 'root.crt'),
    pid: child.pid ?? 0,
    output,
    outbox: (recipient) => readOutbox(url, recipient),
    outboxCode: (recipient, before = []) => nextCode(url, recipient, before),
    stop,
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-50_000)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => text
}

async function healthy(child: ChildProcess, url: string): Promise<void> {
  for (const until = Date.now() + startLimitMs; Date.now() < until; await pause(100)) {
    if (ended(child)) throw new Error(`it ended with ${child.signalCode ?? child.exitCode}`)
    const answered = await fetch(`${url}/healthz`).catch(() => null)
    if (answered?.ok) return
  }
  throw new Error(`no answer within ${startLimitMs / 1000} s`)
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (ended(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await exit
  clearTimeout(killer)
}
