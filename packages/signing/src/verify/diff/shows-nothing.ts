import { type Field, rectOf } from '../graph/fields.ts'
import type { View } from '../read/pdf-file.ts'

/** D12: whether nothing of a field can ever be seen, as none of its widgets has an appearance, or a place with an area. */
export function showsNothing(view: View, { widgets }: Field): boolean {
  return widgets.every(({ page, dict }) => {
    const rect = rectOf(view, dict)
    const hasArea = rect !== undefined && rect[2] > rect[0] && rect[3] > rect[1]
    return !dict.entries.has('AP') && (page === null || !hasArea)
  })
}
