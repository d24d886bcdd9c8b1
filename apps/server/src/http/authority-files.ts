import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/platform/deps.ts'

const requestType = 'application/ocsp-request'
const responseType = 'application/ocsp-response'
/** A request about a whole chain with its nonce stays far below. */
const largestRequest = 16 * 1024

/** Serves what certificates point to: issuer certificates, revocation lists and OCSP, open to everyone. */
export function serveAuthority(app: FastifyInstance, { authority }: Pick<Deps, 'authority'>): void {
  app.addContentTypeParser(requestType, { parseAs: 'buffer', bodyLimit: largestRequest }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/ca/ocsp', async ({ body }, reply) => {
    if (!Buffer.isBuffer(body)) return reply.code(415).send()
    return reply
      .type(responseType)
      .header('cache-control', 'no-store')
      .send(await authority.ocsp(body))
  })
  // RFC 6960 appendix A.1: the request in base64, which has slashes of its own.
  app.get<{ Params: { '*': string } }>('/ca/ocsp/*', async (request, reply) => {
    const encoded = request.params['*']
    if (encoded.length > largestRequest) return reply.code(414).send()
    const response = await authority.ocsp(Buffer.from(encoded, 'base64'))
    return reply.type(responseType).header('cache-control', 'no-store').send(response)
  })
  app.get<{ Params: { file: string } }>('/ca/:file', async (request, reply) => {
    const found = await authority.publication(request.params.file)
    if (!found) return reply.code(404).send()
    // Half a minute: a revocation is to be seen within one.
    return reply.type(found.type).header('cache-control', 'public, max-age=20').send(found.bytes)
  })
}
