import { changedKeys } from './changed-keys.ts'
import { equalValues, type PdfDict } from '@moqi/pdf/read/values'
import type { RuledPair } from './ruled-pair.ts'
import { tellChange } from './tell-change.ts'

/** P10, D35, D36: the trailer as it is written, and the information dictionary it leads to. */
export function compareTrailer(pair: RuledPair): void {
  const before = pair.older.view.trailer.entries
  const after = pair.newer.view.trailer.entries
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const change = { pair, path: [key], before: before.get(key), after: after.get(key) }
    if (!equalValues(change.before, change.after)) tellChange('trailer', 'entry', change, { keys: [key] })
  }
  const [was, is] = [pair.older, pair.newer].map(({ view }) => view.dict(view.trailer, 'Info'))
  if (is) tellChange('information', 'entry', { pair, path: [], before: was, after: is })
  else if (was) tellChange('information', 'gone', { pair, path: [], before: was }, { keys: ['Info'] })
}

/** D10 to D14, D26, D27, D31, D33: the catalog key by key. */
export function compareCatalog(pair: RuledPair): void {
  const [before, after] = [pair.older.model.catalog, pair.newer.model.catalog]
  const keys = changedKeys(pair.older.view, before, pair.newer.view, after)
  for (const key of keys) tellChange('catalog', 'entry', entryOf(pair, key, before, after), { keys: [key] })
}

/** D28 to D30: the form dictionary key by key. */
export function compareForm(pair: RuledPair): void {
  const [before, after] = [pair.older.model.form, pair.newer.model.form]
  if (before && !after) tellChange('form', 'gone', { pair, path: [] })
  if (!before || !after) return
  const keys = new Set(changedKeys(pair.older.view, before, pair.newer.view, after))
  const fields = before.entries.get('Fields')
  if (fields?.kind === 'ref' && pair.changed.has(fields.number)) keys.add('Fields')
  for (const key of keys) tellChange('form', 'entry', entryOf(pair, key, before, after))
}

function entryOf(pair: RuledPair, key: string, before: PdfDict, after: PdfDict) {
  return { pair, path: [key], before: pair.older.view.get(before, key), after: pair.newer.view.get(after, key) }
}
