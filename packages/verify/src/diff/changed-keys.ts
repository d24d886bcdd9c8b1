import type { View } from '@moqi/pdf/read/pdf-file'
import { equalValues, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'

const isNone = (value: PdfValue | undefined) => value === undefined || value.kind === 'null'

/** Keys of two dictionaries whose values differ, in any order; inline and indirect forms of one value are equal. */
export function changedKeys(oldView: View, oldDict: PdfDict, newView: View, newDict: PdfDict): string[] {
  const keys = new Set([...oldDict.entries.keys(), ...newDict.entries.keys()])
  return [...keys].filter((key) => {
    const before = oldDict.entries.get(key)
    const after = newDict.entries.get(key)
    if (equalValues(before, after) || (isNone(before) && isNone(after))) return false
    if (before?.kind === after?.kind && before?.kind !== 'ref') return true
    return !before || !after || !equalValues(oldView.resolve(before), newView.resolve(after))
  })
}
