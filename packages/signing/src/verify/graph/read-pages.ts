import { BudgetExceeded } from '../limits.ts'
import type { Fault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, integerOf, itemsOf, nameOf, type PdfDict, type PdfValue } from '../read/values.ts'

/** A page, counted from 0. */
export interface Page {
  index: number
  number: number
  dict: PdfDict
  annotations: PdfValue[]
}

/** A node of the page tree and how many pages are below it. */
interface Node {
  dict: PdfDict
  parent: number | undefined
  pages: number
}

interface Waiting {
  value: PdfValue | undefined
  parent: number | undefined
}

/** P16: every node once, /Parent, /Type and /Count agreeing with its place. Throws `BudgetExceeded` for too many pages. */
export function readPages(
  view: View,
  catalog: PdfDict,
  faults: Fault[],
): { pages: Page[]; pageNodes: ReadonlySet<number> } {
  const pages: Page[] = []
  const nodes = new Map<number, Node>()
  const seen = new Set<number>()
  const waiting: Waiting[] = [{ value: catalog.entries.get('Pages'), parent: undefined }]
  if (view.get(catalog, 'Pages').kind !== 'dict') faults.push({ code: 'page-tree-inconsistent', offset: catalog.start })
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    const { value, parent } = next
    const dict = dictOf(view.resolve(value))
    const fault = misplaced(next, dict, { seen, nodes, catalog })
    if (fault) faults.push(fault)
    const number = dict && newNumber(value, seen)
    if (!dict || number === undefined) {
      if (value?.kind === 'dict') count(nodes, parent, 1)
      continue
    }
    seen.add(number)
    if (dict.entries.has('Kids')) {
      nodes.set(number, { dict, parent, pages: 0 })
      const kids = itemsOf(view.get(dict, 'Kids')).toReversed()
      for (const kid of kids) waiting.push({ value: kid, parent: number })
      continue
    }
    if (pages.length >= view.file.budget.limits.pages) throw new BudgetExceeded('pages')
    pages.push({ index: pages.length, number, dict, annotations: itemsOf(view.get(dict, 'Annots')) })
    count(nodes, parent, 1)
  }
  faults.push(...wrongCounts(view, nodes))
  return { pages, pageNodes: new Set(nodes.keys()) }
}

/** The number of a node that was not met before. */
function newNumber(value: PdfValue | undefined, seen: Set<number>): number | undefined {
  return value?.kind === 'ref' && !seen.has(value.number) ? value.number : undefined
}

interface Place {
  seen: Set<number>
  nodes: Map<number, Node>
  catalog: PdfDict
}

function misplaced(
  { value, parent }: Waiting,
  dict: PdfDict | undefined,
  { seen, nodes, catalog }: Place,
): Fault | undefined {
  const fault = { code: 'page-tree-inconsistent', offset: dict?.start ?? catalog.start } as const
  // PDFium counts a kid that is none.
  if (!dict || value === undefined) {
    return parent === undefined ? undefined : { ...fault, object: parent, detail: 'a kid that is none' }
  }
  // ISO 32000-2 Table 30: readers differ in whether they show it.
  if (value.kind !== 'ref') return { ...fault, detail: 'a direct node' }
  const { number: object } = value
  if (seen.has(object))
    return nodes.has(object) ? { ...fault, code: 'circular-structure', object } : { ...fault, object }
  return fitsPlace(dict, dict.entries.has('Kids'), parent) ? undefined : { ...fault, object }
}

function fitsPlace(dict: PdfDict, isNode: boolean, parent: number | undefined): boolean {
  const type = nameOf(dict.entries.get('Type'))
  if (type !== undefined && type !== (isNode ? 'Pages' : 'Page')) return false
  const named = dict.entries.get('Parent')
  if (parent === undefined) return isNode && named === undefined
  return named?.kind === 'ref' && named.number === parent
}

function count(nodes: Map<number, Node>, parent: number | undefined, pages: number): void {
  const above = parent === undefined ? undefined : nodes.get(parent)
  if (above) above.pages += pages
}

/** Readers that go by /Count find other pages than those that follow /Kids. Parents stand before their kids. */
function wrongCounts(view: View, nodes: Map<number, Node>): Fault[] {
  const faults: Fault[] = []
  for (const [object, { dict, parent, pages }] of [...nodes].toReversed()) {
    count(nodes, parent, pages)
    if (integerOf(view.get(dict, 'Count')) === pages) continue
    faults.push({ code: 'page-tree-inconsistent', offset: dict.start, object, detail: '/Count' })
  }
  return faults
}
