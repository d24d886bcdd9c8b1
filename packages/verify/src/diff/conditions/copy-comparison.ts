import { dictOf, equalValues, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import type { RevisionPair } from '../revision-pair.ts'

type Twins = [original: PdfValue | undefined, copy: PdfValue | undefined]

/**
 * Whether a value of the newer revision is a copy of one of the older, object for object, under whatever numbers.
 * `self` are what they belong to, for references back to it.
 */
export function isCopy({ older, newer }: RevisionPair, [original, copy]: Twins, self?: [PdfValue, PdfValue]): boolean {
  const seen = new Map<PdfValue, Set<PdfValue>>(self ? [[self[1], new Set([self[0]])]] : [])
  const waiting: Twins[] = [[original, copy]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    newer.view.file.budget.step()
    const [before, after] = [older.view.resolve(next[0]), newer.view.resolve(next[1])]
    const partners = seen.get(after) ?? new Set()
    if (partners.has(before)) continue
    seen.set(after, partners.add(before))
    const parts = partsOf(before, after)
    if (!parts) return false
    waiting.push(...parts)
  }
  return true
}

/** What two values consist of, side by side; undefined when they differ in themselves. */
function partsOf(one: PdfValue, other: PdfValue): Twins[] | undefined {
  if (one.kind !== other.kind) return undefined
  if (one.kind === 'array' && other.kind === 'array') {
    const { items } = other
    return one.items.length === items.length ? one.items.map((item, at) => [item, items[at]]) : undefined
  }
  if (one.kind === 'stream' && other.kind === 'stream' && !one.raw.equals(other.raw)) return undefined
  const [before, after] = [dictOf(one), dictOf(other)]
  if (!before || !after) return equalValues(one, other) ? [] : undefined
  return hasSameKeys(before, after)
    ? [...before.entries].map(([key, value]) => [value, after.entries.get(key)])
    : undefined
}

function hasSameKeys({ entries }: PdfDict, other: PdfDict): boolean {
  const isAlike = entries.size === other.entries.size && other.duplicates.length === 0
  return isAlike && [...entries.keys()].every((key) => other.entries.has(key))
}
