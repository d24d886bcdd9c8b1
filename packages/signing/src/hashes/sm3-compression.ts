import type { Compression } from './running-hash.ts'

const initial = Int32Array.of(
  0x7380166f,
  0x4914b2b9,
  0x172442d7,
  0xda8a0600,
  0xa96f30bc,
  0x163138aa,
  0xe38dee4d,
  0xb0fb0e4e,
)

const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))
/** T_j already rotated by j (GB/T 32905-2016 §4.2, §5.3.3). */
const constants = Int32Array.from({ length: 64 }, (_, j) => rotate(j < 16 ? 0x79cc4519 : 0x7a879d8a, j % 32))
/** The expanded message; compressing never waits, so one serves all. */
const w = new Int32Array(68)

function expand(data: Uint8Array, offset: number): void {
  for (let j = 0; j < 16; j++) {
    const at = offset + j * 4
    w[j] = (data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!
  }
  for (let j = 16; j < 68; j++) {
    const x = w[j - 16]! ^ w[j - 9]! ^ rotate(w[j - 3]!, 15)
    w[j] = x ^ rotate(x, 15) ^ rotate(x, 23) ^ rotate(w[j - 13]!, 7) ^ w[j - 6]!
  }
}

function compress(state: Int32Array, data: Uint8Array, offset: number): void {
  expand(data, offset)
  let [a, b, c, d, e, f, g, h] = [
    state[0]!,
    state[1]!,
    state[2]!,
    state[3]!,
    state[4]!,
    state[5]!,
    state[6]!,
    state[7]!,
  ]
  for (let j = 0; j < 64; j++) {
    const first = j < 16
    const turned = rotate(a, 12)
    const ss1 = rotate((turned + e + constants[j]!) | 0, 7)
    const ff = first ? a ^ b ^ c : (a & b) | (a & c) | (b & c)
    const gg = first ? e ^ f ^ g : (e & f) | (~e & g)
    const tt1 = (ff + d + (ss1 ^ turned) + (w[j]! ^ w[j + 4]!)) | 0
    const tt2 = (gg + h + ss1 + w[j]!) | 0
    d = c
    c = rotate(b, 9)
    b = a
    a = tt1
    h = g
    g = rotate(f, 19)
    f = e
    e = tt2 ^ rotate(tt2, 9) ^ rotate(tt2, 17)
  }
  state[0] = state[0]! ^ a
  state[1] = state[1]! ^ b
  state[2] = state[2]! ^ c
  state[3] = state[3]! ^ d
  state[4] = state[4]! ^ e
  state[5] = state[5]! ^ f
  state[6] = state[6]! ^ g
  state[7] = state[7]! ^ h
}

/** SM3 (GB/T 32905-2016), for hashes that are stored and resumed; whole messages go to node:crypto. */
export const sm3Compression: Compression = { initial, compress }
