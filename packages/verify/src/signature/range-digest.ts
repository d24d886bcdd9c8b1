import { createHash, type Hash } from 'node:crypto'
import { digestOf } from '@moqi/trust/cms/check-signature'
import type { ByteRange } from './check-byte-range.ts'

/**
 * Digests of byte ranges of one file (B10). Every byte is hashed once per algorithm: a running hash is forked at
 * each placeholder, as long as the ranges come in ascending order.
 */
export class RangeDigest {
  readonly #bytes: Buffer
  readonly #running = new Map<string, { hash: Hash; position: number }>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The digest over everything of the range but its placeholder; `name` is a node:crypto hash. */
  digest(name: string, range: ByteRange): Buffer {
    if (name === 'shake256') return digestOf(name, this.chunks(range))
    let running = this.#running.get(name)
    if (!running || running.position > range.gapStart) {
      running = { hash: createHash(name), position: 0 }
      this.#running.set(name, running)
    }
    running.hash.update(this.#bytes.subarray(running.position, range.gapStart))
    running.position = range.gapStart
    return running.hash.copy().update(this.#bytes.subarray(range.gapEnd, range.end)).digest()
  }

  /** The two parts of the range. */
  chunks(range: ByteRange): Buffer[] {
    return [this.#bytes.subarray(0, range.gapStart), this.#bytes.subarray(range.gapEnd, range.end)]
  }
}
