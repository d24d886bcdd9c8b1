import { inspect } from 'node:util'
import { type OpenServer, openServer } from '../../apps/server/src/open-server.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { sharedThreads } from '../../apps/server/src/testing/shared-threads.ts'

/**
 * A process that opens one server after another, so that the server's code is loaded once for many stories, and goes on
 * while a story waits for a foreign program. It ends with the process that started it.
 */

/** What it is told. */
export type HostOrder = { open: Record<string, string> } | { shiftMs: number } | { close: true } | { log: true }

/** What it answers each with: a fault or null, and what the server has logged since it opened. */
export type HostAnswer = { fault: string | null; log: readonly string[] }

let server: OpenServer | undefined
let shift = 0
let logged: string[] = []

async function obey(order: HostOrder): Promise<void> {
  if ('shiftMs' in order) shift += order.shiftMs
  if ('close' in order) {
    await server?.close()
    server = undefined
  }
  if (!('open' in order)) return
  shift = 0
  logged = []
  const log = (line: string, detail?: unknown) => {
    logged.push(detail === undefined ? line : `${line} ${inspect(detail)}`)
  }
  const config = readConfig(order.open)
  server = await openServer(config, { now: () => Date.now() + shift, log, threads: sharedThreads })
  await server.app.listen({ port: config.port, host: config.host })
}

const answer = (fault: HostAnswer['fault']) => process.send?.({ fault, log: logged } satisfies HostAnswer)

process.on('message', (order: HostOrder) => {
  void obey(order).then(
    () => answer(null),
    (error: unknown) => answer(String(error)),
  )
})
process.on('disconnect', () => process.exit(0))
