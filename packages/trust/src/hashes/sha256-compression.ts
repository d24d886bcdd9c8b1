import type { Compression } from './compression.ts'

const roundConstants = primeFractions(64, Math.cbrt)
/** The message schedule; compressing never waits, so one serves all. */
const w = new Int32Array(64)

function compress(s: Int32Array, data: Uint8Array, offset: number): void {
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
export const sha256Compression: Compression = { initial: primeFractions(8, Math.sqrt), compress }
