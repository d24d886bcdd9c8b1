import { type Compression, type Words, wordView } from './running-hash.ts'

const initial: Words = [
  0x7380166f | 0,
  0x4914b2b9 | 0,
  0x172442d7 | 0,
  0xda8a0600 | 0,
  0xa96f30bc | 0,
  0x163138aa | 0,
  0xe38dee4d | 0,
  0xb0fb0e4e | 0,
]

const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))
/** T_j already rotated by j (GB/T 32905-2016 §4.2, §5.3.3). */
const constants = wordView(64)
for (let j = 0; j < 64; j++) constants.setInt32(j * 4, rotate(j < 16 ? 0x79cc4519 : 0x7a879d8a, j % 32))
/** The expanded message; compressing never waits, so one serves all. */
const w = wordView(68)

function expand(data: DataView, offset: number): void {
  for (let at = 0; at < 64; at += 4) w.setInt32(at, data.getInt32(offset + at))
  for (let at = 64; at < 272; at += 4) {
    const x = w.getInt32(at - 64) ^ w.getInt32(at - 36) ^ rotate(w.getInt32(at - 12), 15)
    w.setInt32(at, x ^ rotate(x, 15) ^ rotate(x, 23) ^ rotate(w.getInt32(at - 52), 7) ^ w.getInt32(at - 24))
  }
}

function compress(state: Words, data: DataView, offset: number): Words {
  expand(data, offset)
  let { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f, 6: g, 7: h } = state
  for (let at = 0; at < 256; at += 4) {
    const first = at < 64
    const turned = rotate(a, 12)
    const ss1 = rotate((turned + e + constants.getInt32(at)) | 0, 7)
    const ff = first ? a ^ b ^ c : (a & b) | (a & c) | (b & c)
    const gg = first ? e ^ f ^ g : (e & f) | (~e & g)
    const tt1 = (ff + d + (ss1 ^ turned) + (w.getInt32(at) ^ w.getInt32(at + 16))) | 0
    const tt2 = (gg + h + ss1 + w.getInt32(at)) | 0
    d = c
    c = rotate(b, 9)
    b = a
    a = tt1
    h = g
    g = rotate(f, 19)
    f = e
    e = tt2 ^ rotate(tt2, 9) ^ rotate(tt2, 17)
  }
  const { 0: i, 1: j, 2: k, 3: l, 4: m, 5: n, 6: o, 7: p } = state
  return [a ^ i, b ^ j, c ^ k, d ^ l, e ^ m, f ^ n, g ^ o, h ^ p]
}

/** SM3 (GB/T 32905-2016), for hashes that are stored and resumed; whole messages go to node:crypto. */
export const sm3Compression: Compression = { initial, compress }
