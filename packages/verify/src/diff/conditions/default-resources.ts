import { equalValues, type PdfValue } from '@moqi/pdf/read/values'
import { containsAll } from './contains-all.ts'
import { definesMissing, isBorrowed } from './default-appearance.ts'
import type { RevisionPair } from '../revision-pair.ts'
import type { Change } from '../rule.ts'

/** The resources, one kind of them, those that are appearances of their own, or one resource. */
type ResourcePart = 'all' | 'kind' | 'appearances' | 'one'

/** The part of the resources that keys lead to. */
function partAt([kind, ...more]: readonly string[]): ResourcePart {
  if (kind === undefined) return 'all'
  if (more.length > 0) return 'one'
  return kind === 'XObject' ? 'appearances' : 'kind'
}

/** D29: names may be added to the default resources, or to one kind of them; what was there stays as it was. */
export function keepsResources({ pair, path, before, after }: Change): boolean {
  return onlyGrew(pair, before, after, partAt(path.slice(1))) && !definesMissing(pair)
}

/** Whether resources only grew; each of them is what it was, written in place or apart. */
function onlyGrew(
  pair: RevisionPair,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  part: ResourcePart,
): boolean {
  const old = pair.older.view.resolve(before)
  const now = pair.newer.view.resolve(after)
  if (old.kind === 'null') return true
  if (part === 'one') return equalValues(old, now)
  if (old.kind === 'array') return containsAll(now, old)
  if (old.kind !== 'dict' || now.kind !== 'dict') return equalValues(old, now)
  return [...old.entries].every(([key, value]) => {
    const later = now.entries.get(key)
    if (equalValues(value, later) || onlyGrew(pair, value, later, part === 'all' ? partAt([key]) : 'one')) return true
    // PDFBox gives the last visible signature the name that the one before had.
    return part === 'appearances' && !isBorrowed(pair.older, key)
  })
}
