import { equalValues } from '@moqi/pdf/graph/equal'
import type { View } from '@moqi/pdf/read/pdf-file'
import type { PdfDict, PdfValue } from '@moqi/pdf/read/values'

/** Whether a part of the newer revision is a copy of one of the older, object for object, under other numbers. */
export class CopyComparison {
  readonly #older: View
  readonly #newer: View
  /** Pairs of numbers that are being compared or were: a way back to them says nothing new. */
  readonly #seen: Set<string>

  /** `self` are the numbers of original and copy, for references back to them. */
  constructor(older: View, newer: View, self: [original: number, copy: number]) {
    this.#older = older
    this.#newer = newer
    this.#seen = new Set([self.join(' ')])
  }

  /** Same type, keys and bytes all the way down. */
  equal(original: PdfValue | undefined, copy: PdfValue | undefined): boolean {
    this.#newer.file.budget.step()
    if (this.#isKnown(original, copy)) return true
    const [one, other] = [this.#older.resolve(original), this.#newer.resolve(copy)]
    if (one.kind === 'array' && other.kind === 'array') {
      return one.items.length === other.items.length && one.items.every((item, at) => this.equal(item, other.items[at]))
    }
    if (one.kind === 'dict' && other.kind === 'dict') return this.#equalDicts(one, other)
    if (one.kind === 'stream' && other.kind === 'stream') {
      return this.#equalDicts(one.dict, other.dict) && one.raw.equals(other.raw)
    }
    return equalValues(one, other)
  }

  #isKnown(original: PdfValue | undefined, copy: PdfValue | undefined): boolean {
    if (original?.kind !== 'ref' || copy?.kind !== 'ref') return false
    const pair = `${original.number} ${copy.number}`
    const known = this.#seen.has(pair)
    this.#seen.add(pair)
    return known
  }

  #equalDicts(one: PdfDict, other: PdfDict): boolean {
    if (one.entries.size !== other.entries.size || other.duplicates.length > 0) return false
    return [...one.entries].every(([key, value]) => other.entries.has(key) && this.equal(value, other.entries.get(key)))
  }
}
