import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'

/** Numbers of the elements that /K leads to from the root of the structure, itself none (ISO 32000-2 14.7.2). */
export function structureElements(view: View, catalog: PdfDict): Set<number> {
  const elements = new Set<number>()
  const seen = new Set<number>()
  const waiting: (PdfValue | undefined)[] = [view.dict(catalog, 'StructTreeRoot')?.entries.get('K')]
  while (waiting.length > 0) {
    view.file.budget.step()
    const next = waiting.pop()
    if (next?.kind === 'ref') {
      if (seen.has(next.number)) continue
      seen.add(next.number)
    }
    const value = view.resolve(next)
    if (value.kind === 'array') for (const item of value.items) waiting.push(item)
    if (value.kind !== 'dict' || !isElement(view, value)) continue
    if (next?.kind === 'ref') elements.add(next.number)
    waiting.push(value.entries.get('K'))
  }
  return elements
}

/** What has a structure type; references to content and to objects have none. */
export const isElement = (view: View, value: PdfValue): boolean => view.name(dictOf(value), 'S') !== undefined
