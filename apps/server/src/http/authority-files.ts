import { Refusal } from '@moqi/domain/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#src/platform/deps.ts'
import { addressLimiter } from './address-limit.ts'

const requestType = 'application/ocsp-request'
const responseType = 'application/ocsp-response'
/** A request about a whole chain with its nonce stays far below. */
const largestRequest = 16 * 1024

/** Of one address: each answer is signed. Some readers ask anew for every signature; a contract may have fifty. */
const ocspLimit = { count: 1000, seconds: 60 }
/** RFC 6960 §4.2.1: an answer without signature that says tryLater (3). */
const tryLater = Buffer.from('30030a0103', 'hex')

/** Serves what certificates point to: issuer certificates, revocation lists and OCSP, open to everyone. */
export function serveAuthority(app: FastifyInstance, { authority, now }: Pick<Deps, 'authority' | 'now'>): void {
  const limit = addressLimiter(now)
  const answer = async (request: FastifyRequest, reply: FastifyReply, asked: Buffer) => {
    reply.type(responseType).header('cache-control', 'no-store')
    return reply.send(isWithin(limit, request) ? await authority.ocsp(asked) : tryLater)
  }

  app.addContentTypeParser(requestType, { parseAs: 'buffer', bodyLimit: largestRequest }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/ca/ocsp', async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) return reply.code(415).send()
    return answer(request, reply, request.body)
  })
  // RFC 6960 appendix A.1: the request in base64, which has slashes of its own.
  app.get<{ Params: { '*': string } }>('/ca/ocsp/*', async (request, reply) => {
    const encoded = request.params['*']
    if (encoded.length > largestRequest) return reply.code(414).send()
    return answer(request, reply, Buffer.from(encoded, 'base64'))
  })
  app.get<{ Params: { file: string } }>('/ca/:file', async (request, reply) => {
    const found = await authority.publication(request.params.file)
    if (!found) return reply.code(404).send()
    // Half a minute: a revocation is to be seen within one.
    return reply.type(found.type).header('cache-control', 'public, max-age=20').send(found.bytes)
  })
}

function isWithin(limit: ReturnType<typeof addressLimiter>, request: FastifyRequest): boolean {
  try {
    limit(request, ocspLimit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
