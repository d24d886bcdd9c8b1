import { changedKeys } from './changed-keys.ts'
import { dictOf, equalValues, nameOf, type PdfValue } from '@moqi/pdf/read/values'
import type { Page } from '@moqi/pdf/graph/document-model'
import { areTemplatePages } from './conditions/page-templates.ts'
import type { Side } from './revision-pair.ts'
import type { RuledPair } from './ruled-pair.ts'
import { tellChange } from './tell-change.ts'

/** D22 to D25: pages stay, and only their widgets may grow in number. */
export function comparePages(pair: RuledPair): void {
  const [before, after] = [pair.older.model.pages, pair.newer.model.pages]
  const isSame = before.length === after.length && before.every(({ number }, index) => number === after[index]?.number)
  const whole = { pair, path: [] }
  const added = areTemplatePages(whole) ? after.slice(before.length) : []
  for (const { index } of added) tellChange('page', 'new', whole, { page: index + 1 })
  const isRewritten = [...pair.older.model.pageNodes].some((number) => pair.changed.has(number))
  if (!isSame || isRewritten) tellChange('page tree', 'entry', whole)
  for (const page of before) {
    const later = after[page.index]
    if (later?.number === page.number) comparePage(pair, page, later)
  }
  for (const [number, page] of pair.older.model.annotations) compareAnnotation(pair, number, page)
}

/** What a page shows is told of first. */
const last = ['Resources', 'Tabs', 'StructParents']

function comparePage(pair: RuledPair, { index, number, dict, annotations }: Page, later: Page): void {
  const page = index + 1
  const changed = pair.changed.get(number)
  if (changed) {
    const versions = { before: dict, after: later.dict }
    tellChange('page', 'object', { pair, path: [], before: changed.before, after: changed.after }, { page })
    const keys = changedKeys(pair.older.view, dict, pair.newer.view, later.dict)
    for (const key of keys.toSorted((one, other) => last.indexOf(one) - last.indexOf(other))) {
      const [before, after] = [pair.older.view.get(dict, key), pair.newer.view.get(later.dict, key)]
      tellChange('page', 'entry', { pair, path: [key], before, after, versions }, { page })
    }
  }
  compareAnnotations(pair, annotations, later.annotations, page)
}

/** D25: the old entries all kept, in order. */
function compareAnnotations(pair: RuledPair, before: PdfValue[], after: PdfValue[], page: number): void {
  let at = 0
  for (const item of before) {
    const found = indexFrom(pair, after, at, item)
    if (found >= 0) {
      for (const added of after.slice(at, found)) compareAdded(pair, added, page)
      at = found + 1
    } else {
      const gone = { pair, path: [], before: pair.older.view.resolve(item) }
      tellChange(isWidget(pair.older, gone.before) ? 'widget' : 'annotation', 'gone', gone, { page })
    }
  }
  for (const added of after.slice(at)) compareAdded(pair, added, page)
}

function indexFrom({ newer }: RuledPair, items: PdfValue[], from: number, wanted: PdfValue): number {
  for (let index = from; index < items.length; index += 1) {
    newer.view.file.budget.step()
    if (equalValues(items[index], wanted)) return index
  }
  return -1
}

const isWidget = ({ view }: Side, value: PdfValue) => view.name(dictOf(value), 'Subtype') === 'Widget'

/** A widget that belongs to no field shows content all the same. */
function compareAdded(pair: RuledPair, item: PdfValue, page: number): void {
  const number = item.kind === 'ref' ? item.number : 0
  const role = pair.newer.graph.roles.get(number)
  const after = dictOf(pair.newer.view.resolve(item))
  if (role?.kind === 'field' && nameOf(after?.entries.get('Subtype')) === 'Widget') {
    const { field } = role
    tellChange('widget', 'new', { pair, path: [], number, after, field }, { page, field: field.name })
  } else tellChange('annotation', 'new', { pair, path: [], after }, { page })
}

function compareAnnotation(pair: RuledPair, number: number, page: number): void {
  const changed = pair.changed.get(number)
  if (!changed || pair.older.graph.roles.get(number)?.kind !== 'annotation') return
  const { before, after } = changed
  tellChange('annotation', dictOf(after) ? 'entry' : 'gone', { pair, path: [], before, after }, { page: page + 1 })
}
