import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/** How an answer is encoded on its way. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** For what the build left uncompressed: a file once a process, and a document each time, in 5 ms of another thread. */
const brotliLevel = 10
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** The shortest encoding that the caller takes (RFC 9110 §12.5.3). */
export function acceptedEncoding({ headers }: Pick<FastifyRequest, 'headers'>): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted) ? 'gzip' : 'identity'
}

/** The bytes in that encoding, made on another thread. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(bytes)
  return encoding === 'br'
    ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } })
    : deflate(bytes)
}
