import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Office } from './office.ts'

/** `limitMs`: for one document; `waiting`: documents that may be converted or wait at a time. */
export type ServeOptions = { limitMs?: number; waiting?: number }

const uploadLimit = 64 * 1024 * 1024
const form = z.object({ from: z.enum(['doc', 'docx']), to: z.enum(['pdf', 'docx']) })

/**
 * LibreOffice over HTTP, for `remoteOffice`: `POST /convert/FROM/TO` with the document as body answers the other one,
 * 422 when nothing comes of it, 503 when too many wait. One document at a time; whose caller is gone is dropped.
 */
export function serveOffice(office: Office, { limitMs = 60_000, waiting = 32 }: ServeOptions = {}): FastifyInstance {
  const app = Fastify({ bodyLimit: uploadLimit, forceCloseConnections: true, requestTimeout: 120_000 })
  let queued = 0
  let turn: Promise<unknown> = Promise.resolve()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.get('/state', () => office.state())
  app.get('/families', async () => [...(await office.families())])
  app.post('/convert/:from/:to', async (request, reply) => {
    const forms = form.safeParse(request.params)
    const { body } = request
    if (!forms.success || !Buffer.isBuffer(body)) return reply.code(400).send()
    if (queued >= waiting) return reply.code(503).header('retry-after', 5).send()
    const gone = new AbortController()
    request.raw.socket.once('close', () => gone.abort())
    queued += 1
    const converting = turn.then(() => {
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(limitMs)])
      return signal.aborted ? null : office.convert(body, forms.data, signal)
    })
    turn = converting.catch(() => undefined)
    const converted = await converting.finally(() => (queued -= 1))
    return converted ? reply.type('application/octet-stream').send(converted) : reply.code(422).send()
  })
  app.addHook('onClose', () => office.close())
  return app
}
