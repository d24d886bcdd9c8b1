import { changedKeys } from '@moqi/pdf/graph/equal'
import type { Field } from '@moqi/pdf/graph/fields'
import { canShow } from '@moqi/pdf/graph/visibility'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, nameOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { compareNewField, isTimestamp, pageOf } from './compare-new-fields.ts'
import { entriesFit } from './entry-rules.ts'
import { flagsForbidden, isOnlyLocked } from './field-flags.ts'
import type { RevisionPair, Versions } from './revision-pair.ts'

/** D18: what signing an empty field may set. */
const signingKeys = new Set(['V', 'AP', 'AS', 'F', 'Ff', 'MK', 'DA', 'M', 'P', 'Type', 'StructParent', 'Rect'])
/** D20: what filling in may set. */
const fillingKeys = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M', 'F', 'Ff', 'MK', 'TI'])

const inPlace = new Set(['F', 'Ff', 'Rect', 'TI', 'StructParent'])
/** What else there may be, nobody knows how it shows its value. */
const fillable = new Set(['Tx', 'Ch', 'Btn'])

/** D15 to D22: every field of the older revision, and those that are new. */
export function compareFields(pair: RevisionPair): void {
  const oldNumbers = new Set<number>()
  const oldNames = new Set(pair.older.model.fields.map((field) => field.name))
  for (const field of pair.older.model.fields) {
    oldNumbers.add(field.number)
    compareField(pair, field)
  }
  for (const field of pair.newer.model.fields) {
    const known = field.number === 0 ? oldNames.has(field.name) : oldNumbers.has(field.number)
    if (!known) compareNewField(pair, field)
  }
}

function compareField(pair: RevisionPair, field: Field): void {
  const later = pair.newField(field)
  if (!later || later.name !== field.name || later.type !== field.type) {
    pair.add('form-structure', { field: field.name })
    return
  }
  if (field.number === 0) compareDicts(pair, field, field.dict, later.dict)
  const numbers = new Set([field.number, ...field.widgets.map((widget) => widget.number)])
  for (const number of numbers) {
    const changed = pair.changed.get(number)
    if (!changed) continue
    const [before, after] = [dictOf(changed.before), dictOf(changed.after)]
    if (before && after && changed.after?.kind === 'dict') compareDicts(pair, field, before, after)
    else pair.add('form-structure', { field: field.name, object: number })
  }
}

function compareDicts(pair: RevisionPair, field: Field, before: PdfDict, after: PdfDict): void {
  const keys = changedKeys(pair.older.view, before, pair.newer.view, after)
  if (keys.length > 0) fieldTouched(pair, field, keys, { before, after })
  if (keys.includes('AP')) checkAppearanceUse(pair, field, before)
}

/** D3: an appearance that is given up must have been an appearance only; another use of it is a disguise. */
function checkAppearanceUse(pair: RevisionPair, field: Field, before: PdfDict): void {
  const appearance = before.entries.get('AP')
  if (appearance?.kind !== 'ref') return
  const elsewhere = pair.older.graph
    .contexts(appearance.number)
    .some(({ role, path }) => role.kind !== 'field' || path[0] !== 'AP')
  if (elsewhere) pair.add('shared-object', { field: field.name, object: appearance.number })
}

/** Says what a change of these keys of a field, or of objects under them, amounts to. */
export function fieldTouched(pair: RevisionPair, field: Field, keys: string[], dicts?: Versions): void {
  const more = { field: field.name, keys, ...pageOf(field) }
  if (field.type === 'Sig' && isSet(pair.older.view, field.value)) {
    const others = keys.filter((key) => key !== 'Ff')
    if (others.length > 0) pair.add(others.includes('AP') ? 'signed-appearance-changed' : 'signed-field-changed', more)
    return
  }
  if (dicts && isOnlyLocked(pair, keys, dicts)) pair.add('field-locked', more)
  else if (field.branch || !mayChange(pair, field, keys, dicts)) pair.add('form-structure', more)
  else if (field.type !== 'Sig') pair.add(fillable.has(field.type ?? '') ? 'field-filled' : 'form-structure', more)
  else pair.add(signedNow(pair, field), more)
}

/** D18, D20: the keys of signing or of filling in, with values that neither hide the widget nor move it. */
function mayChange(pair: RevisionPair, { type }: Field, keys: string[], dicts: Versions | undefined): boolean {
  const allowed = type === 'Sig' ? signingKeys : fillingKeys
  if (keys.some((key) => !allowed.has(key))) return false
  // Nobody writes these apart from their field but to hide that they changed.
  if (dicts === undefined) return !keys.some((key) => inPlace.has(key))
  if (!entriesFit(pair, type, keys, dicts)) return false
  return !flagsForbidden(pair, keys, dicts, type) && !(type === 'Sig' && isMisplaced(pair, keys, dicts.after))
}

/** D12, D18: signing an empty field; a document time-stamp must show nothing. */
function signedNow(pair: RevisionPair, field: Field): 'field-signed' | 'timestamp-field-signed' | 'form-structure' {
  const { view } = pair.newer
  const later = pair.newField(field)
  if (!later) return 'form-structure'
  const value = view.resolve(later.value)
  if (value.kind !== 'dict') return 'form-structure'
  const shows = later.widgets.some((widget) => canShow(view, widget))
  return isTimestamp(view, value) && !shows ? 'timestamp-field-signed' : 'field-signed'
}

function isSet(view: View, value: PdfValue): boolean {
  return view.resolve(value).kind === 'dict'
}

/** D18: a signed widget says that it is an annotation, and names the page it stands on. */
function isMisplaced(pair: RevisionPair, keys: string[], after: PdfDict): boolean {
  const { view, model } = pair.newer
  if (keys.includes('Type') && nameOf(view.get(after, 'Type')) !== 'Annot') return true
  const page = after.entries.get('P')
  if (!keys.includes('P') || page === undefined) return false
  const named = model.pages.find(({ number }) => page.kind === 'ref' && page.number === number)
  return named === undefined || !named.annotations.some((item) => dictOf(view.resolve(item)) === after)
}
