import type { Compression } from './compression.ts'
import { sha256Compression } from './sha256-compression.ts'

const blockSize = 64
/** 8 state words, 64-bit byte count, unfinished block. */
const headerSize = 32 + 8

/**
 * A hash whose state can be stored and resumed: SHA-256, or SM3 by its compression. node:crypto can copy a hash
 * inside one process but not serialise it; with this a signature hashes its own increment and never the base again.
 */
export class RunningHash {
  #state: Int32Array
  #pending = Buffer.alloc(blockSize)
  #length: number
  #compression: Compression

  private constructor(compression: Compression, state: Int32Array, length: number, pending: Uint8Array) {
    this.#compression = compression
    this.#state = state
    this.#length = length
    this.#pending.set(pending)
  }

  /** A hash of nothing yet. */
  static start(compression: Compression = sha256Compression): RunningHash {
    return new RunningHash(compression, Int32Array.from(compression.initial), 0, Buffer.alloc(0))
  }

  /** Resumes from `save()`. The saved text is as sensitive as the document hash beside it. */
  static resume(saved: string, compression: Compression = sha256Compression): RunningHash {
    const bytes = Buffer.from(saved, 'base64')
    const state = Int32Array.from({ length: 8 }, (_, index) => bytes.readInt32BE(index * 4))
    const length = Number(bytes.readBigUInt64BE(32))
    if (bytes.length !== headerSize + (length % blockSize)) throw new Error('saved hash state has the wrong size')
    return new RunningHash(compression, state, length, bytes.subarray(headerSize))
  }

  /** At most 103 bytes, in base64. */
  save(): string {
    const bytes = Buffer.alloc(headerSize)
    this.#state.forEach((word, index) => bytes.writeInt32BE(word, index * 4))
    bytes.writeBigUInt64BE(BigInt(this.#length), 32)
    return Buffer.concat([bytes, this.#pending.subarray(0, this.#length % blockSize)]).toString('base64')
  }

  /** An independent hash of the same bytes. */
  copy(): RunningHash {
    return new RunningHash(this.#compression, Int32Array.from(this.#state), this.#length, this.#pending)
  }

  /** Adds bytes. */
  update(data: Uint8Array): this {
    const { compress } = this.#compression
    let offset = 0
    const held = this.#length % blockSize
    this.#length += data.length
    if (held > 0) {
      offset = Math.min(blockSize - held, data.length)
      this.#pending.set(data.subarray(0, offset), held)
      if (held + offset < blockSize) return this
      compress(this.#state, this.#pending, 0)
    }
    for (; offset + blockSize <= data.length; offset += blockSize) compress(this.#state, data, offset)
    this.#pending.set(data.subarray(offset))
    return this
  }

  /** The digest of the bytes so far; more may be added afterwards. */
  digest(): Buffer {
    const end = this.copy()
    const bits = BigInt(this.#length) * 8n
    const padding = Buffer.alloc(((119 - (this.#length % blockSize)) % blockSize) + 9)
    padding[0] = 0x80
    padding.writeBigUInt64BE(bits, padding.length - 8)
    end.update(padding)
    const digest = Buffer.alloc(32)
    end.#state.forEach((word, index) => digest.writeInt32BE(word, index * 4))
    return digest
  }
}
