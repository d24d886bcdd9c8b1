import type { View } from '../read/pdf-file.ts'
import { dictOf, nothing, type PdfDict, type PdfValue } from '../read/values.ts'

const maximalAncestors = 100

/** The resolved value of an entry that fields and pages have from their parents (ISO 32000-2 7.7.3.4, 12.7.4.2). */
export function inherited(view: View, dict: PdfDict | undefined, key: string): PdfValue {
  let at = dict
  for (let depth = 0; at && depth < maximalAncestors; depth += 1) {
    if (at.entries.has(key)) return view.get(at, key)
    at = dictOf(view.get(at, 'Parent'))
  }
  return nothing
}
