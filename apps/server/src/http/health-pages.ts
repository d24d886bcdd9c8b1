import type { FastifyInstance } from 'fastify'
import type { Readiness } from '#src/platform/operation/node.ts'

/**
 * For whoever supervises the process and whoever sends it requests. `/livez`: the process answers, and restarting it
 * would help nobody. `/readyz`: 503 while something keeps this node from serving; what is wrong is named either way.
 */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reasons = await readiness()
    const blocked = reasons.some(({ blocks }) => blocks)
    const status = blocked ? 'unready' : reasons.length > 0 ? 'degraded' : 'ready'
    return reply
      .code(blocked ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status, reasons })
  })
}
