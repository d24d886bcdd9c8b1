import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { demoWorld, localUrl } from '../../apps/server/src/testing/test-world.ts'
import { nextCode, type OutboxMessage, readOutbox } from '../../scripts/demo/outbox.ts'
import { freePort } from './free-port.ts'
import type { HostAnswer, HostOrder } from './server-host.ts'

/** The product as a story meets it: the demo's people and nothing that anybody has done yet. */
export type StoryServer = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string
  /** How the database's owner reaches it. */
  databaseUrl: string
  /** Where it keeps what is not in the database. */
  dataDir: string
  /** The embedded CA's root, PEM. */
  rootFile: string
  /** The newest messages to a phone or mail address: take them before asking for a code. */
  outbox: (recipient: string) => Promise<OutboxMessage[]>
  /** The code of a message that was not in `before`; waits up to 30 s. */
  outboxCode: (recipient: string, before?: OutboxMessage[]) => Promise<string>
  /** Sets its clock forward. */
  shiftClock: (ms: number) => Promise<void>
  /** What it has logged so far. */
  log: () => Promise<readonly string[]>
  /** Ends it, and removes the data. */
  stop: () => Promise<void>
}

/** One for all story files that a worker plays, one after the other; it ends with the worker. */
let host: ChildProcess | undefined

async function tell(order: HostOrder): Promise<HostAnswer['log']> {
  const told = (host ??= fork(join(import.meta.dirname, 'server-host.ts'), { execArgv: [] }))
  const { fault, log } = await new Promise<HostAnswer>((answer) => {
    told.once('message', answer)
    told.send(order)
  })
  if (fault !== null) throw new Error(fault)
  return log
}

/** The worker's, for all its servers: certificates name the address, and thus share keys and people. */
let port: number | undefined

/** Has one listen on the worker's port, with the demo's people and nothing else; `settings` are told the port. */
export async function startStoryServer(
  settings: (port: number) => Record<string, string> = () => ({}),
): Promise<StoryServer> {
  port ??= await freePort()
  const { dataDir, databaseUrl, remove } = await demoWorld(Date.now(), port)
  const url = localUrl(port)
  const env = {
    MOQI_DATA: dataDir,
    DATABASE_URL: databaseUrl,
    MOQI_PUBLIC_URL: url,
    PORT: String(port),
    ...settings(port),
  }
  await tell({ open: env })
  return {
    url,
    databaseUrl,
    dataDir,
    rootFile: join(dataDir, 'ca', 'root.crt'),
    outbox: (recipient) => readOutbox(url, recipient),
    outboxCode: (recipient, before = []) => nextCode(url, recipient, before),
    async shiftClock(ms) {
      await tell({ shiftMs: ms })
    },
    log: () => tell({ log: true }),
    async stop() {
      await tell({ close: true })
      await remove()
    },
  }
}
