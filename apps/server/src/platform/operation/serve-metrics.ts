import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#src/platform/config.ts'
import type { Metrics } from './metrics.ts'

type Serving = { config: Pick<Config, 'metrics'>; metrics: Pick<Metrics, 'registry'> }

/**
 * Answers `/metrics` in Prometheus's text format on an address of its own, if one is set: nobody who reaches the
 * platform reaches it. Answers the port and what ends it; null when no address is set.
 */
export async function serveMetrics({
  config,
  metrics,
}: Serving): Promise<{ port: number; close: () => Promise<void> } | null> {
  if (config.metrics === null) return null
  const { host, port, token } = config.metrics
  const server = createServer((request, answer) => {
    const refused = refusalOf(request, token)
    if (refused !== null) return void answer.writeHead(refused).end()
    void metrics.registry.metrics().then(
      (text) => answer.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => answer.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address: AddressInfo | string | null = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The HTTP status of a request that is not answered. */
function refusalOf({ method, url, headers }: IncomingMessage, token: string | null): number | null {
  if (token !== null && !isSame(headers.authorization ?? '', `Bearer ${token}`)) return 401
  if (method !== 'GET') return 405
  return url?.split('?')[0] === '/metrics' ? null : 404
}

const isSame = (one: string, other: string) =>
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other))
