import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobAnswer } from '#src/platform/handlers.ts'

/** Answers bytes, or the asked range of them (RFC 9110 §14), or 304. */
export function sendBlob(request: FastifyRequest, reply: FastifyReply, answer: BlobAnswer): FastifyReply {
  const { bytes, type, fileName } = answer
  const etag = `"${answer.etag}"`
  reply.header('content-type', type).header('etag', etag).header('accept-ranges', 'bytes')
  reply.header('cache-control', answer.immutable ? 'private, max-age=86400, immutable' : 'private, no-cache')
  if (fileName) reply.header('content-disposition', attachment(fileName))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const range = request.headers.range
  if (!range || (request.headers['if-range'] && request.headers['if-range'] !== etag)) return reply.send(bytes)
  const asked = rangeOf(range, bytes.length)
  if (asked === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  if (!asked) return reply.send(bytes)
  const [first, last] = asked
  reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes.length}`)
  return reply.send(bytes.subarray(first, last + 1))
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
