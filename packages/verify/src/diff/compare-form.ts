import { changedKeys } from '@moqi/pdf/graph/equal'
import { integerOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { containsAll } from './contains-all.ts'
import { compareXfa } from './compare-xfa.ts'
import { compareResources } from './compare-resources.ts'
import { givesLook } from './default-looks.ts'
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
