import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobAnswer, LongAnswer } from '#src/platform/handlers.ts'

/** Answers bytes, or the asked range of them (RFC 9110 §14), or 304. */
export function sendBlob(request: FastifyRequest, reply: FastifyReply, answer: BlobAnswer | LongAnswer): FastifyReply {
  const { type, fileName } = answer
  const length = 'bytes' in answer ? answer.bytes.length : answer.length
  const etag = `"${answer.etag}"`
  reply.header('content-type', type).header('etag', etag).header('accept-ranges', 'bytes')
  reply.header('cache-control', answer.immutable ? 'private, max-age=86400, immutable' : 'private, no-cache')
  if (fileName) reply.header('content-disposition', attachment(fileName))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const asked = askedOf(request, etag, length)
  if (asked === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${length}`).send()
  if (asked) reply.code(206).header('content-range', `bytes ${asked[0]}-${asked[1]}/${length}`)
  const [first, last] = asked ?? [0, length - 1]
  if ('bytes' in answer) return reply.send(asked ? answer.bytes.subarray(first, last + 1) : answer.bytes)
  reply.header('content-length', String(last + 1 - first))
  // Who asks for the headers alone has nothing read.
  return reply.send(Readable.from(request.method === 'HEAD' ? [] : answer.read(first, last + 1)))
}

/** The range that is asked for, of these bytes and no others (If-Range); null for all of them. */
function askedOf({ headers }: FastifyRequest, etag: string, length: number) {
  const { range, 'if-range': ifRange } = headers
  return !range || (ifRange && ifRange !== etag) ? null : rangeOf(range, length)
}

/** One range; several, or a unit we do not know, are answered with everything. */
function rangeOf(header: string, length: number): [number, number] | 'unsatisfiable' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  if (!found || (found[1] === '' && found[2] === '')) return null
  const first = found[1] === '' ? Math.max(0, length - Number(found[2])) : Number(found[1])
  const last = found[1] === '' || found[2] === '' ? length - 1 : Math.min(Number(found[2]), length - 1)
  return first > last || first >= length ? 'unsatisfiable' : [first, last]
}

/** RFC 6266: a plain name for old clients and the real one in UTF-8. */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w.-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
