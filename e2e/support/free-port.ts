import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, so that it is still free when it is listened on again. */
const ports = [20_000, 30_000] as const

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(...ports)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  probe.listen(port, '127.0.0.1')
  const free = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!free) return false
  probe.close()
  await once(probe, 'close')
  return true
}
