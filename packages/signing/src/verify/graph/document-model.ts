import { BudgetExceeded } from '../limits.ts'
import type { Fault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, itemsOf, nameOf, type PdfDict, type PdfValue } from '../read/values.ts'
import { checkTrees } from './check-trees.ts'
import { readFields, type Field } from './fields.ts'

/** A page, counted from 0. */
export interface Page {
  index: number
  number: number
  dict: PdfDict
  annotations: PdfValue[]
}

/** What the difference analysis needs to know of one revision. */
export interface DocumentModel {
  view: View
  catalog: PdfDict
  catalogNumber: number
  pages: Page[]
  /** Object numbers of the inner nodes of the page tree. */
  pageNodes: Set<number>
  /** Page index by the object number of an annotation. */
  annotations: Map<number, number>
  form: PdfDict | undefined
  fields: Field[]
  faults: Fault[]
}

/** Reads catalog, pages and fields of a revision; undefined when there is no catalog. */
export function readModel(view: View): DocumentModel | undefined {
  const root = view.trailer.entries.get('Root')
  const catalog = view.resolve(root)
  if (root?.kind !== 'ref' || catalog.kind !== 'dict') return undefined
  const faults: Fault[] = []
  const type = view.get(catalog, 'Type')
  if (type.kind !== 'null' && nameOf(type) !== 'Catalog') {
    faults.push({ code: 'page-tree-inconsistent', offset: catalog.start, object: root.number, detail: 'no catalog' })
  }
  const { pages, pageNodes } = readPages(view, catalog, faults)
  if (isFirstOrLast(view)) checkTrees(view, catalog, faults)
  const annotations = new Map<number, number>()
  for (const page of pages) {
    for (const item of page.annotations) if (item.kind === 'ref') annotations.set(item.number, page.index)
  }
  const form = dictOf(view.get(catalog, 'AcroForm'))
  const fields = form ? readFields(view, form, annotations, faults) : []
  return { view, catalog, catalogNumber: root.number, pages, pageNodes, annotations, form, fields, faults }
}

/** Large structure trees are walked twice, not once a signature; what comes between shows in the differences. */
function isFirstOrLast({ file, revision }: View): boolean {
  return revision.index === 0 || revision.index === file.revisions.length - 1
}

/** P16: every node once, /Parent and /Type agreeing with its place. */
function readPages(view: View, catalog: PdfDict, faults: Fault[]): Pick<DocumentModel, 'pages' | 'pageNodes'> {
  const pages: Page[] = []
  const pageNodes = new Set<number>()
  const seen = new Set<number>()
  const waiting: { value: PdfValue | undefined; parent: number | undefined }[] = [
    { value: catalog.entries.get('Pages'), parent: undefined },
  ]
  if (view.get(catalog, 'Pages').kind !== 'dict') faults.push({ code: 'page-tree-inconsistent', offset: catalog.start })
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    const { value, parent } = next
    const dict = dictOf(view.resolve(value))
    if (!dict || value === undefined) continue
    if (value.kind !== 'ref') {
      // ISO 32000-2 Table 30: readers differ in whether they show it.
      faults.push({ code: 'page-tree-inconsistent', offset: dict.start, detail: 'a direct node' })
      continue
    }
    if (seen.has(value.number)) {
      const code = pageNodes.has(value.number) ? 'circular-structure' : 'page-tree-inconsistent'
      faults.push({ code, offset: dict.start, object: value.number })
      continue
    }
    seen.add(value.number)
    const isNode = dict.entries.has('Kids')
    if (!fitsPlace(dict, isNode, parent)) {
      faults.push({ code: 'page-tree-inconsistent', offset: dict.start, object: value.number })
    }
    if (isNode) {
      pageNodes.add(value.number)
      const kids = itemsOf(view.get(dict, 'Kids')).toReversed()
      for (const kid of kids) waiting.push({ value: kid, parent: value.number })
    } else {
      if (pages.length >= view.file.budget.limits.pages) throw new BudgetExceeded('pages')
      pages.push({ index: pages.length, number: value.number, dict, annotations: itemsOf(view.get(dict, 'Annots')) })
    }
  }
  return { pages, pageNodes }
}

function fitsPlace(dict: PdfDict, isNode: boolean, parent: number | undefined): boolean {
  const type = nameOf(dict.entries.get('Type'))
  if (type !== undefined && type !== (isNode ? 'Pages' : 'Page')) return false
  const named = dict.entries.get('Parent')
  if (parent === undefined) return isNode && named === undefined
  return named?.kind === 'ref' && named.number === parent
}
