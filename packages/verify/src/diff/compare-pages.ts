import { changedKeys, equalValues } from '@moqi/pdf/graph/equal'
import type { Page } from '@moqi/pdf/graph/read-pages'
import type { Field } from '@moqi/pdf/graph/fields'
import { canShow } from '@moqi/pdf/graph/visibility'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, itemsOf, nameOf, type PdfValue } from '@moqi/pdf/read/values'
import { annotationKind, removedAnnotation } from './annotation-kind.ts'
import { instantiatedPages } from './compare-templates.ts'
import type { FactKind } from './facts.ts'
import type { ChangedObject, RevisionPair, Side } from './revision-pair.ts'

/** D22 to D25: pages stay, and only their widgets may grow in number. */
export function comparePages(pair: RevisionPair): void {
  const before = pair.older.model.pages
  const after = pair.newer.model.pages
  const same = before.length === after.length && before.every((page, index) => page.number === after[index]?.number)
  const instances = same ? undefined : instantiatedPages(pair)
  for (const { index } of instances ?? []) pair.add('page-template', { page: index + 1 })
  if (!instances) comparePageTree(pair, same)
  for (const page of before) {
    const later = after[page.index]
    if (later?.number === page.number) comparePage(pair, page, later)
  }
  for (const [number, page] of pair.older.model.annotations) compareAnnotation(pair, number, page)
}

function comparePageTree(pair: RevisionPair, same: boolean): void {
  if (!same) pair.add('pages')
  for (const number of pair.older.model.pageNodes) if (pair.changed.has(number)) pair.add('pages', { object: number })
}

function comparePage(pair: RevisionPair, before: Page, after: Page): void {
  const page = before.index + 1
  const changed = pair.changed.get(before.number)
  if (changed) {
    if (isStream(changed)) pair.add('page-content', { page })
    const keys = changedKeys(pair.older.view, before.dict, pair.newer.view, after.dict).filter(
      (key) => key !== 'Annots' && !isRounded(pair, before, after, key),
    )
    const content = keys.filter((key) => key !== 'Resources' && key !== 'Tabs' && !isTagging(before, after, key))
    if (content.length > 0) pair.add('page-content', { page, keys: content })
    if (keys.includes('Resources')) pair.add('page-resources', { page })
    if (keys.includes('Tabs') && !isTagging(before, after, 'Tabs')) pair.add('tab-order', { page })
    if (keys.some((key) => isTagging(before, after, key))) pair.add('structure-extended')
  }
  compareAnnotations(pair, before, after)
}

const boxes = new Set(['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'])

/** D4: Poppler writes fewer digits of a page's size; nobody sees a millionth of a point. */
function isRounded({ older, newer }: RevisionPair, before: Page, after: Page, key: string): boolean {
  if (!boxes.has(key)) return false
  const [was, is] = [itemsOf(older.view.get(before.dict, key)), itemsOf(newer.view.get(after.dict, key))]
  return (
    was.length === 4 &&
    is.length === 4 &&
    was.every((side, at) => Math.abs(pointsOf(older.view, side) - pointsOf(newer.view, is[at])) < 1e-6)
  )
}

function pointsOf(view: View, value: PdfValue | undefined): number {
  const side = view.resolve(value)
  return side.kind === 'number' ? side.value : Number.NaN
}

/** D33: a page of a tagged file gets its structure number and tab order with its first widget. */
function isTagging(before: Page, after: Page, key: string): boolean {
  if (before.dict.entries.has(key)) return false
  return key === 'StructParents' || (key === 'Tabs' && nameOf(after.dict.entries.get('Tabs')) === 'S')
}

/** D25: the old entries all kept, in order. */
function compareAnnotations(pair: RevisionPair, before: Page, after: Page): void {
  const page = before.index + 1
  let at = 0
  for (const item of before.annotations) {
    const found = indexFrom(pair, after.annotations, at, item)
    if (found >= 0) {
      for (const added of after.annotations.slice(at, found)) compareAdded(pair, added, page)
      at = found + 1
    } else pair.add(removedKind(pair.older, item), { page })
  }
  for (const added of after.annotations.slice(at)) compareAdded(pair, added, page)
}

/** P16: a page has no data of its own; what reads it as a stream shows that. */
const isStream = ({ before, after }: ChangedObject) => before?.kind === 'stream' || after?.kind === 'stream'

function indexFrom({ newer }: RevisionPair, items: PdfValue[], from: number, wanted: PdfValue): number {
  for (let index = from; index < items.length; index += 1) {
    newer.view.file.budget.step()
    if (equalValues(items[index], wanted)) return index
  }
  return -1
}

function removedKind(older: Side, item: PdfValue): FactKind {
  const dict = dictOf(older.view.resolve(item))
  return nameOf(older.view.get(dict, 'Subtype')) === 'Widget' ? 'form-structure' : removedAnnotation(older, dict)
}

function compareAdded(pair: RevisionPair, item: PdfValue, page: number): void {
  const { older, newer } = pair
  const number = item.kind === 'ref' ? item.number : 0
  const role = newer.graph.roles.get(number)
  const dict = dictOf(newer.view.resolve(item))
  // New fields are judged with their widgets; a widget that belongs to no field shows content all the same.
  const isWidget = role?.kind === 'field' && nameOf(dict?.entries.get('Subtype')) === 'Widget'
  if (!isWidget) pair.add(annotationKind(newer, dict), { page })
  else if (older.graph.roles.has(number)) comparePlaced(pair, role.field, page)
}

/** D16, D17: some writers put a field that stood nowhere on its page when somebody signs it. */
function comparePlaced(pair: RevisionPair, field: Field, page: number): void {
  const { older, newer } = pair
  const before = older.model.fields.find(({ number, name }) => number === field.number && name === field.name)
  const stood = before?.widgets.some((widget) => widget.page !== null) ?? true
  const isSigned =
    before?.type === 'Sig' && older.view.resolve(before.value).kind === 'null' && isSignature(newer.view, field)
  if (stood || !isSigned) pair.add('form-structure', { page, field: field.name })
  else if (field.widgets.some((widget) => canShow(newer.view, widget))) {
    pair.add('signature-field-added-visible', { page, field: field.name })
  }
}

const isSignature = (view: View, { value }: Field) => view.resolve(value).kind === 'dict'

function compareAnnotation(pair: RevisionPair, number: number, page: number): void {
  const { older, newer } = pair
  const changed = pair.changed.get(number)
  if (!changed || older.graph.roles.get(number)?.kind !== 'annotation') return
  const dict = dictOf(changed.after)
  const kind = dict ? annotationKind(newer, dict) : removedAnnotation(older, dictOf(changed.before))
  pair.add(kind, { page: page + 1, object: number })
}
