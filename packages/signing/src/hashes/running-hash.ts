const blockSize = 64
/** 8 state words, 64-bit byte count, unfinished block. */
const headerSize = 32 + 8

/** The eight words of a state, signed. Taken apart by position: an iterator for each block would take twice as long. */
export type Words = readonly [number, number, number, number, number, number, number, number]

/** What SHA-256 and SM3 differ in; their blocks, padding and state have one shape. */
export interface Compression {
  initial: Words
  /** The state after the 64 bytes at `offset`. */
  compress: (state: Words, data: DataView, offset: number) => Words
}

/**
 * A hash whose state can be stored and resumed: SHA-256, or SM3 by its compression. node:crypto can copy a hash
 * inside one process but not serialise it; with this a signature hashes its own increment and never the base again.
 */
export class RunningHash {
  #state: Words
  #pending = Buffer.alloc(blockSize)
  #length: number
  #compression: Compression

  private constructor(compression: Compression, state: Words, length: number, pending: Uint8Array) {
    this.#compression = compression
    this.#state = state
    this.#length = length
    this.#pending.set(pending)
  }

  /** A hash of nothing yet. */
  static start(compression: Compression = sha256Compression): RunningHash {
    return new RunningHash(compression, compression.initial, 0, Buffer.alloc(0))
  }

  /** Resumes from `save()`. The saved text is as sensitive as the document hash beside it. */
  static resume(saved: string, compression: Compression = sha256Compression): RunningHash {
    const bytes = Buffer.from(saved, 'base64')
    const length = Number(bytes.readBigUInt64BE(32))
    if (bytes.length !== headerSize + (length % blockSize)) throw new Error('saved hash state has the wrong size')
    return new RunningHash(compression, firstWords(viewOf(bytes)), length, bytes.subarray(headerSize))
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
    return new RunningHash(this.#compression, this.#state, this.#length, this.#pending)
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
      this.#state = compress(this.#state, viewOf(this.#pending), 0)
    }
    const view = viewOf(data)
    for (; offset + blockSize <= data.length; offset += blockSize) this.#state = compress(this.#state, view, offset)
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

/** Room for so many 32-bit words. What a view holds is a number; of an array it might be missing. */
export function wordView(count: number): DataView {
  return new DataView(new ArrayBuffer(count * 4))
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function firstWords(view: DataView): Words {
  const word = (index: number) => view.getInt32(index * 4)
  return [word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)]
}

/** The first 32 bits of the fractional parts of a root of the first 64 primes (FIPS 180-4 §4.2.2, §5.3.3). */
function primeFractions(root: (prime: number) => number): DataView {
  const fractions = wordView(64)
  for (let candidate = 2, found = 0; found < 64; candidate++) {
    if (!isPrime(candidate)) continue
    fractions.setInt32(found++ * 4, (root(candidate) % 1) * 0x100000000)
  }
  return fractions
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false
  return true
}

const roundConstants = primeFractions(Math.cbrt)
/** The message schedule; compressing never waits, so one serves all. */
const w = wordView(64)

function schedule(data: DataView, offset: number): void {
  for (let at = 0; at < 64; at += 4) w.setInt32(at, data.getInt32(offset + at))
  for (let at = 64; at < 256; at += 4) {
    const x = w.getInt32(at - 60)
    const y = w.getInt32(at - 8)
    const sigma0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
    const sigma1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)
    w.setInt32(at, w.getInt32(at - 64) + sigma0 + w.getInt32(at - 28) + sigma1)
  }
}

function compressBlock(state: Words, data: DataView, offset: number): Words {
  schedule(data, offset)
  let { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f, 6: g, 7: h } = state
  for (let at = 0; at < 256; at += 4) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const next = (h + sum1 + choice + roundConstants.getInt32(at) + w.getInt32(at)) | 0
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
  const { 0: i, 1: j, 2: k, 3: l, 4: m, 5: n, 6: o, 7: p } = state
  return [(a + i) | 0, (b + j) | 0, (c + k) | 0, (d + l) | 0, (e + m) | 0, (f + n) | 0, (g + o) | 0, (h + p) | 0]
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** SHA-256 (FIPS 180-4). */
const sha256Compression: Compression = { initial: firstWords(primeFractions(Math.sqrt)), compress: compressBlock }
