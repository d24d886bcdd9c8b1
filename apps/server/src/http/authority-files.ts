import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/platform/deps.ts'

/** Serves what certificates point to: issuer certificates and revocation lists, open to everyone. */
export function serveAuthority(app: FastifyInstance, { authority }: Pick<Deps, 'authority'>): void {
  app.get<{ Params: { file: string } }>('/ca/:file', async (request, reply) => {
    const found = await authority.publication(request.params.file)
    if (!found) return reply.code(404).send()
    return reply.type(found.type).header('cache-control', 'public, max-age=300').send(found.bytes)
  })
}
