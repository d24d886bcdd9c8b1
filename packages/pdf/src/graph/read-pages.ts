import { BudgetExceeded } from '../limits.ts'
import type { Fault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, itemsOf, nameOf, type PdfDict, type PdfValue } from '../read/values.ts'

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
      for (const kid of kids) waiting.push({ value: kid, parent: number })
      continue
    }
    if (pages.length >= view.file.budget.limits.pages) throw new BudgetExceeded('pages')
    pages.push({ index: pages.length, number, dict, annotations: itemsOf(view.get(dict, 'Annots')) })
  }
  return { pages, pageNodes }
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
