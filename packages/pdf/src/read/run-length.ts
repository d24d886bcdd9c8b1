import type { Budget } from '../limits.ts'
import { Unpacked } from './unpacked.ts'

const endOfData = 128

/**
 * ISO 32000-2 7.4.5: a number below 128 and one byte more than it says, or a larger one and a byte that stands 257 less
 * it times; 128 ends. Undefined when the last run lacks bytes.
 */
export function fromRunLength(data: Buffer, budget: Budget): Buffer | undefined {
  const out = new Unpacked(budget)
  for (let at = 0; at < data.length;) {
    const number = data[at] ?? endOfData
    if (number === endOfData) break
    const end = at + 1 + (number < endOfData ? number + 1 : 1)
    if (end > data.length) return undefined
    if (number < endOfData) out.put(data.subarray(at + 1, end))
    else out.repeat(data[at + 1] ?? 0, 257 - number)
    at = end
  }
  return out.done()
}
