import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { emptyWorld } from '../../apps/server/src/testing/test-world.ts'
import { nextCode, type OutboxMessage, readOutbox } from '../../scripts/demo/outbox.ts'
import { freePort } from './free-port.ts'
import type { HostOrder } from './server-host.ts'

/** The product as a story meets it: the demo's people and nothing that anybody has done yet. */
export type StoryServer = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string
  /** How the database's owner reaches it. */
  databaseUrl: string
  /** The embedded CA's root, PEM. */
  rootFile: string
  /** The newest messages to a phone or mail address: take them before asking for a code. */
  outbox: (recipient: string) => Promise<OutboxMessage[]>
  /** The code of a message that was not in `before`; waits up to 15 s. */
  outboxCode: (recipient: string, before?: OutboxMessage[]) => Promise<string>
  /** Sets its clock forward. */
  shiftClock: (ms: number) => Promise<void>
  /** Ends it, and removes the data. */
  stop: () => Promise<void>
}

/** One for all story files that a worker plays, one after the other; it ends with the worker. */
let host: ChildProcess | undefined

async function tell(order: HostOrder): Promise<void> {
  host ??= fork(join(import.meta.dirname, 'server-host.ts'), { execArgv: [] })
  const answered = once(host, 'message')
  host.send(order)
  const [fault] = await answered
  if (fault !== null) throw new Error(String(fault))
}

/**
 * Has one listen on a free port; its certificates name the address, so that it makes keys and people itself. `settings`
 * are told the port.
 */
export async function startStoryServer(
  settings: (port: number) => Record<string, string> = () => ({}),
): Promise<StoryServer> {
  const { dataDir, databaseUrl, remove } = await emptyWorld()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
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
    rootFile: join(dataDir, 'ca', 'root.crt'),
    outbox: (recipient) => readOutbox(url, recipient),
    outboxCode: (recipient, before = []) => nextCode(url, recipient, before),
    shiftClock: (ms) => tell({ shiftMs: ms }),
    async stop() {
      await tell({ close: true })
      await remove()
    },
  }
}
