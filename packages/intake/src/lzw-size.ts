/** Inflated size in bytes of LZW data (ISO 32000-1 §7.4.4), counted without writing it; stops once above `limit`. */
export function lzwSize(data: Uint8Array, limit: number): number {
  const lengths = new Uint32Array(4097)
  lengths.fill(1, 0, 256)
  let [next, width, previous, total, bits, held] = [258, 9, 0, 0, 0, 0]
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >>> bits) & ((1 << width) - 1)
    if (code === 257 || total > limit) break
    if (code === 256) {
      ;[next, width, previous] = [258, 9, 0]
      continue
    }
    const length = code < next ? (lengths[code] ?? 0) : previous + 1
    total += length
    if (previous > 0 && next < 4096) lengths[next++] = previous + 1
    previous = length
    // EarlyChange 1, the default: the code widens one entry early.
    width = Math.min(12, Math.max(9, 32 - Math.clz32(next + 1)))
  }
  return total
}
