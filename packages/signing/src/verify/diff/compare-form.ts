import { changedKeys, equalValues } from '../graph/equal.ts'
import { dictOf, integerOf, type PdfDict, type PdfValue } from '../read/values.ts'
import { containsAll } from './compare-catalog.ts'
import { compareXfa } from './compare-xfa.ts'
import type { RevisionPair } from './revision-pair.ts'

/** Gets the resolved values of both revisions, null where there is none. */
type KeyRule = (pair: RevisionPair, before: PdfValue, after: PdfValue) => void

const rules: Record<string, KeyRule> = {
  Fields: (pair, before, after) => {
    if (!containsAll(after, before)) pair.add('form-structure')
  },
  SigFlags: (pair, before, after) => {
    const [old, set] = [integerOf(before) ?? 0, integerOf(after) ?? 0]
    if ((old & ~set) !== 0) pair.add('form-structure', { keys: ['SigFlags'] })
  },
  DR: (pair, before, after) => compareResources(pair, before, after),
  DA: (pair, before) => pair.add(before.kind === 'null' ? 'default-resources-added' : 'default-resources-changed'),
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

/** D29: names may be added to the default resources; what was there stays as it was. */
export function compareResources(pair: RevisionPair, before: PdfValue | undefined, after: PdfValue | undefined): void {
  const kept = resourcesKept(pair, before, after)
  pair.add(kept ? 'default-resources-added' : 'default-resources-changed')
}

/** Whether a dictionary of resources, or of kinds of resources, only grew. */
function resourcesKept(pair: RevisionPair, before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  const old = pair.older.view.resolve(before)
  const now = pair.newer.view.resolve(after)
  if (old.kind === 'null') return true
  if (old.kind === 'array') return containsAll(now, old)
  const [oldDict, newDict] = [dictOf(old), dictOf(now)]
  if (!oldDict || !newDict || old.kind === 'stream') return equalValues(old, now)
  return [...oldDict.entries].every(([key, value]) => {
    const later = newDict.entries.get(key)
    if (equalValues(value, later)) return true
    return value.kind === 'dict' && later?.kind === 'dict' && resourcesKept(pair, value, later)
  })
}
