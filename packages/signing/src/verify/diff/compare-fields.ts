import { changedKeys } from '../graph/equal.ts'
import type { Field } from '../graph/fields.ts'
import { canShow } from '../graph/visibility.ts'
import type { View } from '../read/pdf-file.ts'
import { shareOfPage } from '../place-on-page.ts'
import { dictOf, integerOf, nameOf, type PdfDict, type PdfValue } from '../read/values.ts'
import type { RevisionPair } from './revision-pair.ts'

/** D18: what signing an empty field may set. */
const signingKeys = new Set(['V', 'AP', 'AS', 'F', 'Ff', 'MK', 'DA', 'M', 'P', 'Type'])
/** D20: what filling in may set. */
const fillingKeys = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M', 'F', 'Ff'])
/** Invisible, Hidden, NoView (ISO 32000-2 Table 167). */
const hidingFlags = 0x23
const readOnlyFlag = 1
/** V2: a seal takes less of its page. */
const largeShare = 0.25

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
export function fieldTouched(
  pair: RevisionPair,
  field: Field,
  keys: string[],
  dicts?: { before: PdfDict; after: PdfDict },
): void {
  const more = { field: field.name, keys, ...pageOf(field) }
  if (field.type === 'Sig' && isSet(pair.older.view, field.value)) {
    const others = keys.filter((key) => key !== 'Ff')
    if (others.length > 0) pair.add(others.includes('AP') ? 'signed-appearance-changed' : 'signed-field-changed', more)
    return
  }
  if (field.branch || !mayChange(pair, field, keys, dicts)) pair.add('form-structure', more)
  else if (field.type !== 'Sig') pair.add('field-filled', more)
  else pair.add(signedNow(pair, field), more)
}

/** D18, D20: the keys of signing or of filling in, with values that neither hide the widget nor move it. */
function mayChange(
  pair: RevisionPair,
  { type }: Field,
  keys: string[],
  dicts: { before: PdfDict; after: PdfDict } | undefined,
): boolean {
  const allowed = type === 'Sig' ? signingKeys : fillingKeys
  if (keys.some((key) => !allowed.has(key))) return false
  if (dicts === undefined) return true
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

/** D20, D22: fields are neither hidden nor, by filling them in, brought to light; of their flags only ReadOnly may be set. */
function flagsForbidden(
  pair: RevisionPair,
  keys: string[],
  { before, after }: { before: PdfDict; after: PdfDict },
  type: string | undefined,
): boolean {
  if (keys.includes('F')) {
    const [was, is] = [flag(pair.older.view, before, 'F'), flag(pair.newer.view, after, 'F')]
    const turned = (was ^ is) & hidingFlags
    if ((type === 'Sig' ? turned & is : turned) !== 0) return true
  }
  if (!keys.includes('Ff') || type === 'Sig') return false
  return ((flag(pair.newer.view, after, 'Ff') ^ flag(pair.older.view, before, 'Ff')) & ~readOnlyFlag) !== 0
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

function flag(view: View, dict: PdfDict, key: string): number {
  return integerOf(view.get(dict, key)) ?? 0
}

function pageOf(field: Field): { page?: number } {
  const page = field.widgets.find((widget) => widget.page !== null)?.page
  return page === undefined || page === null ? {} : { page: page + 1 }
}

function compareNewField(pair: RevisionPair, field: Field): void {
  const { view } = pair.newer
  const more = { field: field.name, ...pageOf(field) }
  if (field.branch && field.widgets.length === 0) return
  if (field.type !== 'Sig') {
    pair.add('form-structure', more)
    return
  }
  const visible = field.widgets.some((widget) => canShow(view, widget))
  const value = view.resolve(field.value)
  if (visible && shareOfPage(pair.newer.model, field) > largeShare) pair.add('signature-field-large', more)
  if (value.kind !== 'dict') {
    pair.add(visible ? 'empty-signature-field-added-visible' : 'empty-signature-field-added', more)
  } else if (visible) pair.add('signature-field-added-visible', more)
  else pair.add(isTimestamp(view, value) ? 'timestamp-field-added' : 'signature-field-added', more)
}

/** B11: only a dictionary of the type DocTimeStamp is extended as an archive time-stamp (D12). */
function isTimestamp(view: View, value: PdfDict): boolean {
  const format = nameOf(view.get(value, 'SubFilter'))
  return format === 'ETSI.RFC3161' && nameOf(view.get(value, 'Type')) === 'DocTimeStamp'
}
