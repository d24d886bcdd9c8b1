import type { Fault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import {
  dictOf,
  integerOf,
  itemsOf,
  nameOf,
  nothing,
  type PdfDict,
  type PdfRef,
  type PdfValue,
} from '../read/values.ts'
import { checkTrees } from './check-trees.ts'
import { type Field, readFields } from './fields.ts'
import { BudgetExceeded } from '../limits.ts'

/** What the difference analysis needs to know of one revision. */
export interface DocumentModel {
  view: View
  catalog: PdfDict
  catalogNumber: number
  pages: Page[]
  /** Object numbers of the inner nodes of the page tree. */
  pageNodes: ReadonlySet<number>
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
    for (const item of page.annotations) {
      if (item.kind !== 'ref') continue
      if (annotations.has(item.number)) faults.push(secondPlace(view, page, item))
      annotations.set(item.number, page.index)
    }
  }
  const form = view.dict(catalog, 'AcroForm')
  const fields = form ? readFields(view, form, annotations, faults) : []
  return { view, catalog, catalogNumber: root.number, pages, pageNodes, annotations, form, fields, faults }
}

/** Large structure trees are walked twice, not once a signature; what comes between shows in the differences. */
function isFirstOrLast({ file, revision }: View): boolean {
  return revision.index === 0 || revision.index === file.revisions.length - 1
}

/** P16, V2: what stands in two places is looked at in one. Writers that copy pages do so with notes. */
function secondPlace(view: View, page: Page, { number }: PdfRef): Fault {
  const detail = 'an annotation in two places'
  const fault: Fault = { code: 'page-tree-inconsistent', offset: page.dict.start, object: number, detail }
  const isWidget = view.name(dictOf(view.object(number)?.value), 'Subtype') === 'Widget'
  return isWidget ? fault : { ...fault, laterOnly: true }
}

const maximalAncestors = 100

/** The resolved value of an entry that fields and pages have from their parents (ISO 32000-2 7.7.3.4, 12.7.4.2). */
export function inherited(view: View, dict: PdfDict | undefined, key: string): PdfValue {
  let at = dict
  for (let depth = 0; at && depth < maximalAncestors; depth += 1) {
    if (at.entries.has(key)) return view.get(at, key)
    at = view.dict(at, 'Parent')
  }
  return nothing
}

/** A page, counted from 0. */
export interface Page {
  index: number
  number: number
  dict: PdfDict
  annotations: PdfValue[]
}

interface Waiting {
  value: PdfValue | undefined
  parent: number | undefined
}

/** P16: every node once, /Parent and /Type agreeing with its place. Throws `BudgetExceeded` for too many pages. */
export function readPages(
  view: View,
  catalog: PdfDict,
  faults: Fault[],
): { pages: Page[]; pageNodes: ReadonlySet<number> } {
  const pages: Page[] = []
  const pageNodes = new Set<number>()
  const nodes: TreeNode[] = []
  const seen = new Set<number>()
  const waiting: Waiting[] = [{ value: catalog.entries.get('Pages'), parent: undefined }]
  if (view.get(catalog, 'Pages').kind !== 'dict') faults.push({ code: 'page-tree-inconsistent', offset: catalog.start })
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    const { value } = next
    const dict = dictOf(view.resolve(value))
    const fault = misplaced(next, dict, { seen, pageNodes })
    if (fault) faults.push(fault)
    if (!dict || value?.kind !== 'ref' || seen.has(value.number)) continue
    const { number } = value
    seen.add(number)
    if (dict.entries.has('Kids')) {
      pageNodes.add(number)
      const kids = itemsOf(view.get(dict, 'Kids')).toReversed()
      nodes.push({ number, dict, kids })
      for (const kid of kids) waiting.push({ value: kid, parent: number })
      continue
    }
    if (pages.length >= view.file.budget.limits.pages) throw new BudgetExceeded('pages')
    pages.push({ index: pages.length, number, dict, annotations: itemsOf(view.get(dict, 'Annots')) })
  }
  faults.push(...miscounted(nodes, pages))
  return { pages, pageNodes }
}

interface TreeNode {
  number: number
  dict: PdfDict
  kids: PdfValue[]
}

/** ISO 32000-2 Table 30: readers that go by /Count show other pages than those that go by /Kids. */
function miscounted(nodes: TreeNode[], pages: Page[]): Fault[] {
  const counts = new Map(pages.map(({ number }) => [number, 1]))
  // Parents were met before their kids.
  return nodes.toReversed().flatMap(({ number, dict, kids }): Fault[] => {
    const count = kids.reduce((sum, kid) => sum + (kid.kind === 'ref' ? (counts.get(kid.number) ?? 0) : 0), 0)
    counts.set(number, count)
    const said = integerOf(dict.entries.get('Count'))
    if (said === undefined || said === count) return []
    const detail = `/Count ${said}, ${count} pages`
    return [{ code: 'page-tree-inconsistent', offset: dict.start, object: number, detail }]
  })
}

interface Place {
  seen: Set<number>
  pageNodes: Set<number>
}

function misplaced(
  { value, parent }: Waiting,
  dict: PdfDict | undefined,
  { seen, pageNodes }: Place,
): Fault | undefined {
  if (!dict || value === undefined) return undefined
  const fault = { code: 'page-tree-inconsistent', offset: dict.start } as const
  // ISO 32000-2 Table 30: readers differ in whether they show it.
  if (value.kind !== 'ref') return { ...fault, detail: 'a direct node' }
  const { number: object } = value
  if (seen.has(object))
    return pageNodes.has(object) ? { ...fault, code: 'circular-structure', object } : { ...fault, object }
  return fitsPlace(dict, dict.entries.has('Kids'), parent) ? undefined : { ...fault, object }
}

function fitsPlace(dict: PdfDict, isNode: boolean, parent: number | undefined): boolean {
  const type = nameOf(dict.entries.get('Type'))
  if (type !== undefined && type !== (isNode ? 'Pages' : 'Page')) return false
  const named = dict.entries.get('Parent')
  if (parent === undefined) return isNode && named === undefined
  return named?.kind === 'ref' && named.number === parent
}
