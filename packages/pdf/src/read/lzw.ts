import type { Budget } from '../limits.ts'
import { Unpacked } from './unpacked.ts'

const clearTable = 256
const endOfData = 257
const firstEntry = 258
const tableSize = 4096

/**
 * ISO 32000-2 7.4.4: codes of 9 to 12 bits, the highest bit first; 256 empties the table, 257 ends. `early` is
 * EarlyChange: codes widen one entry before they must. Undefined for a code that stands for nothing yet.
 */
export function fromLzw(data: Buffer, early: 0 | 1, budget: Budget): Buffer | undefined {
  const table = new Table(new Unpacked(budget))
  let [width, held, bits] = [9, 0, 0]
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >>> bits) & ((1 << width) - 1)
    if (code === endOfData) break
    if (code === clearTable) table.clear()
    else if (!table.unpack(code)) return undefined
    width = Math.min(12, 32 - Math.clz32(table.next + early))
  }
  return table.out.done()
}

/** What codes stand for: an entry is the bytes of a code and the byte that followed, where the output holds them. */
class Table {
  next = firstEntry
  readonly out: Unpacked
  #previous = -1
  #starts = new Uint32Array(tableSize)
  #lengths = new Uint16Array(tableSize).fill(1, 0, clearTable)

  constructor(out: Unpacked) {
    this.out = out
  }

  clear(): void {
    this.next = firstEntry
    this.#previous = -1
  }

  /** Adds what a code stands for to the output; false for one that stands for nothing. */
  unpack(code: number): boolean {
    if (this.#previous >= 0 && this.next < tableSize) {
      // The bytes of the code before end the output; the first of this one is about to follow.
      const length = this.#lengths[this.#previous] ?? 0
      this.#starts[this.next] = this.out.length - length
      this.#lengths[this.next] = length + 1
      this.next += 1
    }
    if (code >= this.next) return false
    if (code < clearTable) this.out.repeat(code, 1)
    else this.out.again(this.#starts[code] ?? 0, this.#lengths[code] ?? 0)
    this.#previous = code
    return true
  }
}
