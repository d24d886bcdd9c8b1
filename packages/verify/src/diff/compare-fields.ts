import { changedKeys } from './changed-keys.ts'
import type { Field } from '@moqi/pdf/graph/fields'
import { dictOf, type PdfDict } from '@moqi/pdf/read/values'
import { isShown, isTimestamp } from './conditions/new-fields.ts'
import type { FactKind } from './facts.ts'
import { ruleOn } from './rule-on.ts'
import type { RuledPair } from './ruled-pair.ts'
import type { Part, Rule } from './rule.ts'
import { tellChange, tellRules } from './tell-change.ts'

/** D15 to D22: every field of the older revision, and those that are new. */
export function compareFields(pair: RuledPair): void {
  const oldNumbers = new Set(pair.older.model.fields.map(({ number }) => number))
  const oldNames = new Set(pair.older.model.fields.map(({ name }) => name))
  for (const field of pair.older.model.fields) compareField(pair, field)
  for (const field of pair.newer.model.fields) {
    const isKnown = field.number === 0 ? oldNames.has(field.name) : oldNumbers.has(field.number)
    if (!isKnown) tellChange('new field', 'new', { pair, path: [], field }, placeOf(field))
  }
}

function compareField(pair: RuledPair, field: Field): void {
  const later = pair.newField(field)
  if (!later || later.name !== field.name || later.type !== field.type) {
    tellGone(pair, field)
    return
  }
  if (field.number === 0) compareEntries(pair, field, field.dict, later.dict)
  for (const number of new Set([field.number, ...field.widgets.map((widget) => widget.number)])) {
    const changed = pair.changed.get(number)
    if (!changed) continue
    const before = dictOf(changed.before)
    if (before && changed.after?.kind === 'dict') compareEntries(pair, field, before, changed.after)
    else tellGone(pair, field)
  }
}

const tellGone = (pair: RuledPair, field: Field) =>
  tellChange(partOf(pair, field), 'gone', { pair, path: [], field }, { field: field.name })

/** Of several changes in one dictionary the last of these kinds is told, and any other before them. */
const kindsByWeight: (FactKind | 'none')[] = [
  'none',
  'field-locked',
  'field-signed',
  'timestamp-field-signed',
  'field-filled',
  'signed-field-changed',
  'signed-appearance-changed',
  'form-structure',
]

function compareEntries(pair: RuledPair, field: Field, before: PdfDict, after: PdfDict): void {
  const keys = changedKeys(pair.older.view, before, pair.newer.view, after)
  const part = partOf(pair, field)
  const rulings = keys.map((key) => {
    const values = { before: pair.older.view.get(before, key), after: pair.newer.view.get(after, key) }
    return ruleOn(part, 'entry', { pair, path: [key], ...values, versions: { before, after }, keys, field })
  })
  const firsts = rulings.flatMap(({ first }) => (first ? [first] : []))
  const [heaviest] = firsts.toSorted((one, other) => weightOf(other) - weightOf(one))
  if (heaviest) tellRules({ pair }, [heaviest], placeOf(field))
  const besides = rulings.flatMap(({ told }) => told.filter(({ isBesides }) => isBesides))
  tellRules({ pair }, besides, placeOf(field))
}

function weightOf({ kind }: Rule): number {
  const weight = kindsByWeight.indexOf(kind)
  return weight < 0 ? kindsByWeight.length : weight
}

const fillable: Partial<Record<string, Part>> = { Tx: 'text field', Ch: 'choice field', Btn: 'button' }

/** What the grammar calls a field of the older revision: by its type, and by what became of it. */
export function partOf(pair: RuledPair, field: Field): Part {
  if (field.type === 'Sig' && pair.older.view.resolve(field.value).kind === 'dict') return 'signed field'
  // What else there may be, nobody knows how it shows its value.
  if (field.branch) return 'other field'
  if (field.type !== 'Sig') return fillable[field.type ?? ''] ?? 'other field'
  const later = pair.newField(field)
  const value = pair.newer.view.resolve(later?.value)
  if (!later || value.kind !== 'dict') return 'other field'
  const isStamp = isTimestamp(pair.newer.view, value) && !isShown({ pair, path: [], field: later })
  return isStamp ? 'field being time-stamped' : 'field being signed'
}

/** A field, with the first page it stands on. */
export function placeOf(field: Field): { field: string; page?: number } {
  const page = field.widgets.find((widget) => widget.page !== null)?.page
  return { field: field.name, ...(typeof page === 'number' ? { page: page + 1 } : {}) }
}
