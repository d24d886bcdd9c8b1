import { changedKeys, equalValues } from '../graph/equal.ts'
import { integerOf, type PdfDict, type PdfValue } from '../read/values.ts'
import { containsAll } from './contains-all.ts'
import { compareXfa } from './compare-xfa.ts'
import { definesMissing, givesLook, isBorrowed } from './default-looks.ts'
import type { RevisionPair } from './revision-pair.ts'

/** Gets the resolved values of both revisions, null where there is none. */
type KeyRule = (pair: RevisionPair, before: PdfValue, after: PdfValue) => void

const rules: Record<string, KeyRule> = {
  Fields: (pair, before, after) => {
    if (!containsAll(after, before)) pair.add('form-structure')
  },
  SigFlags: compareSignatureFlags,
  DR: (pair, before, after) => compareResources(pair, before, after),
  DA: (pair, before) => {
    const isNew = before.kind === 'null' && !givesLook(pair)
    pair.add(isNew ? 'default-resources-added' : 'default-resources-changed')
  },
  NeedAppearances: (pair, _before, after) => {
    if (after.kind === 'boolean' && after.value) pair.add('form-structure', { keys: ['NeedAppearances'] })
  },
  XFA: (pair) => compareXfa(pair),
}

/** D28 to D30: the form dictionary key by key. */
export function compareForm(pair: RevisionPair): void {
  const before = pair.older.model.form
  const after = pair.newer.model.form
  if (!before) return
  if (!after) {
    pair.add('form-structure')
    return
  }
  const keys = new Set(changedKeys(pair.older.view, before, pair.newer.view, after))
  if (fieldsRewritten(pair, before)) keys.add('Fields')
  for (const key of keys) {
    const rule = rules[key]
    if (rule) rule(pair, pair.older.view.get(before, key), pair.newer.view.get(after, key))
    else pair.add('form-structure', { keys: [key] })
  }
}

function fieldsRewritten(pair: RevisionPair, form: PdfDict): boolean {
  const fields = form.entries.get('Fields')
  return fields?.kind === 'ref' && pair.changed.has(fields.number)
}

/** D29: bits may be set, not cleared. */
export function compareSignatureFlags(
  pair: RevisionPair,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
): void {
  const [old, set] = [integerOf(before) ?? 0, integerOf(after) ?? 0]
  if ((old & ~set) !== 0) pair.add('form-structure', { keys: ['SigFlags'] })
}

/** The resources, one kind of them, or those that are looks of their own. */
export type ResourcePart = 'all' | 'kind' | 'looks'

function partBelow(part: ResourcePart, key: string): ResourcePart | 'one' {
  if (part !== 'all') return 'one'
  return key === 'XObject' ? 'looks' : 'kind'
}

/** D29: names may be added to the default resources, or to one kind of them; what was there stays as it was. */
export function compareResources(
  pair: RevisionPair,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  part: ResourcePart = 'all',
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
    if (equalValues(value, later) || resourcesKept(pair, value, later, partBelow(part, key))) return true
    // PDFBox gives the last visible signature the name that the one before had.
    return part === 'looks' && !isBorrowed(pair.older, key)
  })
}
