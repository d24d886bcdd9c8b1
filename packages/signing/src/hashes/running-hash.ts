const blockSize = 64
/** 8 state words, 64-bit byte count, unfinished block. */
const headerSize = 32 + 8

/** What SHA-256 and SM3 differ in; their blocks, padding and state have one shape. */
export interface Compression {
  /** Eight words. */
  initial: Int32Array
  /** Works the 64 bytes at `offset` into the state. */
  compress: (state: Int32Array, data: Uint8Array, offset: number) => void
}

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

const roundConstants = primeFractions(64, Math.cbrt)
/** The message schedule; compressing never waits, so one serves all. */
const w = new Int32Array(64)

function compressBlock(s: Int32Array, data: Uint8Array, offset: number): void {
  for (let i = 0; i < 16; i++) {
    const at = offset + i * 4
    w[i] = (data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const sigma0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
    const sigma1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)
    w[i] = (w[i - 16]! + sigma0 + w[i - 7]! + sigma1) | 0
  }
  let [a, b, c, d, e, f, g, h] = [s[0]!, s[1]!, s[2]!, s[3]!, s[4]!, s[5]!, s[6]!, s[7]!]
  for (let i = 0; i < 64; i++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const next = (h + sum1 + choice + roundConstants[i]! + w[i]!) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + next) | 0
    d = c
    c = b
    b = a
    a = (next + sum0 + majority) | 0
  }
  s[0] = s[0]! + a
  s[1] = s[1]! + b
  s[2] = s[2]! + c
  s[3] = s[3]! + d
  s[4] = s[4]! + e
  s[5] = s[5]! + f
  s[6] = s[6]! + g
  s[7] = s[7]! + h
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** The first 32 bits of the fractional parts of a root of the first `count` primes (FIPS 180-4 §4.2.2, §5.3.3). */
function primeFractions(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return Int32Array.from(primes, (prime) => ((root(prime) % 1) * 0x100000000) | 0)
}

/** SHA-256 (FIPS 180-4). */
const sha256Compression: Compression = { initial: primeFractions(8, Math.sqrt), compress: compressBlock }
