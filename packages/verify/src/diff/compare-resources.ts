import { equalValues } from '@moqi/pdf/graph/equal'
import type { PdfValue } from '@moqi/pdf/read/values'
import { containsAll } from './contains-all.ts'
import { definesMissing, isBorrowed } from './default-looks.ts'
import type { RevisionPair } from './revision-pair.ts'

/** The resources, one kind of them, or those that are looks of their own. */
type ResourcePart = 'all' | 'kind' | 'looks'

/** The part of the resources that keys lead to. */
export function partAt(keys: string[]): ResourcePart | 'one' {
  const [kind, ...more] = keys
  if (kind === undefined) return 'all'
  if (more.length > 0) return 'one'
  return kind === 'XObject' ? 'looks' : 'kind'
}

/** D29: names may be added to the default resources, or to one kind of them; what was there stays as it was. */
export function compareResources(
  pair: RevisionPair,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  part: ResourcePart | 'one' = 'all',
): void {
  const kept = resourcesKept(pair, before, after, part) && !definesMissing(pair)
  pair.add(kept ? 'default-resources-added' : 'default-resources-changed')
}

/** Whether resources only grew; each of them is what it was, written in place or apart. */
function resourcesKept(
  pair: RevisionPair,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  part: ResourcePart | 'one',
): boolean {
  const old = pair.older.view.resolve(before)
  const now = pair.newer.view.resolve(after)
  if (old.kind === 'null') return true
  if (part === 'one') return equalValues(old, now)
  if (old.kind === 'array') return containsAll(now, old)
  if (old.kind !== 'dict' || now.kind !== 'dict') return equalValues(old, now)
  return [...old.entries].every(([key, value]) => {
    const later = now.entries.get(key)
    if (equalValues(value, later) || resourcesKept(pair, value, later, part === 'all' ? partAt([key]) : 'one'))
      return true
    // PDFBox gives the last visible signature the name that the one before had.
    return part === 'looks' && !isBorrowed(pair.older, key)
  })
}
