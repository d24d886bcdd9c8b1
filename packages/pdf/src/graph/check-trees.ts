import type { Fault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, itemsOf, type PdfDict, type PdfValue } from '../read/values.ts'

/** Trees below the catalog: where they begin, and the keys that lead from node to node. */
const trees: { path: string[]; keys: string[] }[] = [
  { path: ['Outlines'], keys: ['First', 'Next'] },
  { path: ['StructTreeRoot'], keys: ['K'] },
  { path: ['StructTreeRoot', 'ParentTree'], keys: ['Kids'] },
  { path: ['Names', 'Dests'], keys: ['Kids'] },
  { path: ['Names', 'JavaScript'], keys: ['Kids'] },
  { path: ['Names', 'EmbeddedFiles'], keys: ['Kids'] },
]

/** P16: outlines, structure and name trees are trees: no node is met twice. */
export function checkTrees(view: View, catalog: PdfDict, faults: Fault[]): void {
  for (const { path, keys } of trees) {
    let root: PdfValue | undefined = catalog
    for (const key of path) root = dictOf(view.resolve(root))?.entries.get(key)
    const repeated = root && findRepeated(view, root, keys)
    if (repeated !== undefined) {
      faults.push({ code: 'circular-structure', offset: catalog.start, object: repeated, detail: path.join('/') })
    }
  }
}

function findRepeated(view: View, root: PdfValue, keys: string[]): number | undefined {
  const seen = new Set<number>()
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    if (next.kind === 'ref') {
      if (seen.has(next.number)) return next.number
      seen.add(next.number)
    }
    const value = view.resolve(next)
    waiting.push(...itemsOf(value))
    const dict = dictOf(value)
    for (const key of keys) {
      const child = dict?.entries.get(key)
      if (child) waiting.push(child)
    }
  }
  return undefined
}
