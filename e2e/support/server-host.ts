import { type OpenServer, openServer } from '../../apps/server/src/open-server.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { sharedThreads } from '../../apps/server/src/testing/shared-threads.ts'

/**
 * A process that opens one server after another, so that the server's code is loaded once for many stories, and goes on
 * while a story waits for a foreign program. It ends with the process that started it.
 */

/** What it is told; it answers each with null, or with what went wrong. */
export type HostOrder = { open: Record<string, string> } | { shiftMs: number } | { close: true }

let server: OpenServer | undefined
let shift = 0

async function obey(order: HostOrder): Promise<void> {
  if ('shiftMs' in order) shift += order.shiftMs
  if ('close' in order) {
    await server?.close()
    server = undefined
  }
  if (!('open' in order)) return
  shift = 0
  const config = readConfig(order.open)
  server = await openServer(config, { now: () => Date.now() + shift, log: () => {}, threads: sharedThreads })
  await server.app.listen({ port: config.port, host: config.host })
}

process.on('message', (order: HostOrder) => {
  void obey(order).then(
    () => process.send?.(null),
    (error: unknown) => process.send?.(String(error)),
  )
})
process.on('disconnect', () => process.exit(0))
