/** RC4, which encrypts and decrypts alike. OpenSSL no longer offers it, and PDF 1.7 files still need it read. */
export function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index] ?? 0
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff
    swap(state, i, j)
  }
  const out = Buffer.allocUnsafe(data.length)
  let [i, j] = [0, 0]
  for (let position = 0; position < data.length; position += 1) {
    i = (i + 1) & 0xff
    j = (j + at(i)) & 0xff
    swap(state, i, j)
    out[position] = (data[position] ?? 0) ^ at((at(i) + at(j)) & 0xff)
  }
  return out
}

function swap(state: Uint8Array, one: number, other: number): void {
  const kept = state[one] ?? 0
  state[one] = state[other] ?? 0
  state[other] = kept
}
