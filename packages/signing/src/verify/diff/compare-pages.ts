import { changedKeys, equalValues } from '../graph/equal.ts'
import type { Page } from '../graph/document-model.ts'
import { dictOf, nameOf, type PdfDict, type PdfValue } from '../read/values.ts'
import { instantiatedPages } from './compare-templates.ts'
import type { ChangedObject, RevisionPair } from './revision-pair.ts'

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
      (key) => key !== 'Annots',
    )
    const content = keys.filter((key) => key !== 'Resources' && !isTagging(before, after, key))
    if (content.length > 0) pair.add('page-content', { page, keys: content })
    if (keys.includes('Resources')) pair.add('page-resources', { page })
    if (content.length === 0 && keys.length > 0 && !keys.includes('Resources')) pair.add('structure-extended')
  }
  compareAnnotations(pair, before, after)
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
    } else pair.add(wasWidget(pair, item) ? 'form-structure' : 'annotation-removed', { page })
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

function wasWidget(pair: RevisionPair, item: PdfValue): boolean {
  return nameOf(pair.older.view.get(dictOf(pair.older.view.resolve(item)), 'Subtype')) === 'Widget'
}

function compareAdded(pair: RevisionPair, item: PdfValue, page: number): void {
  const role = item.kind === 'ref' ? pair.newer.graph.roles.get(item.number) : undefined
  const dict = dictOf(pair.newer.view.resolve(item))
  // New fields are judged with their widgets; a widget that belongs to no field shows content all the same.
  const isWidget = role?.kind === 'field' && nameOf(dict?.entries.get('Subtype')) === 'Widget'
  const isKnown = item.kind === 'ref' && pair.older.graph.roles.has(item.number)
  if (isWidget && isKnown) pair.add('form-structure', { page, field: role.field.name })
  if (isWidget) return
  pair.add(annotationKind(dict), { page })
}

const markup = new Set(['Text', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Ink', 'Popup', 'Caret', 'Line'])

/** D23: a note that does something is more than a note. */
function annotationKind(dict: PdfDict | undefined): 'annotation-markup' | 'annotation-other' {
  const subtype = nameOf(dict?.entries.get('Subtype'))
  const acts = ['A', 'AA', 'PA'].some((key) => dict?.entries.has(key))
  return subtype !== undefined && markup.has(subtype) && !acts ? 'annotation-markup' : 'annotation-other'
}

function compareAnnotation(pair: RevisionPair, number: number, page: number): void {
  const changed = pair.changed.get(number)
  if (!changed || pair.older.graph.roles.get(number)?.kind !== 'annotation') return
  const dict = dictOf(changed.after)
  if (!dict) pair.add('annotation-removed', { page: page + 1, object: number })
  else pair.add(annotationKind(dict), { page: page + 1, object: number })
}
