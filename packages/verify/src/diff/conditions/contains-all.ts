import { equalValues, itemsOf, type PdfValue } from '@moqi/pdf/read/values'

/** Whether every item of an array is still there, in the same order. */
export function containsAll(after: PdfValue | undefined, before: PdfValue | undefined): boolean {
  const kept = itemsOf(after)
  let at = 0
  for (const item of itemsOf(before)) {
    while (at < kept.length && !equalValues(kept[at], item)) at += 1
    if (at >= kept.length) return false
    at += 1
  }
  return after?.kind === 'array' || itemsOf(before).length === 0
}
