import type { View } from '@moqi/pdf/read/pdf-file'
import { itemsOf, nameOf, type PdfValue } from '@moqi/pdf/read/values'
import type { Change, Condition } from '../rule.ts'

/** P16: a page has no data of its own; what reads it as a stream shows that. */
export const isStream: Condition = ({ before, after }) => before?.kind === 'stream' || after?.kind === 'stream'

/** D4: Poppler writes fewer digits of a page's size; nobody sees a millionth of a point. */
export function isRounded({ pair: { older, newer }, before, after }: Change): boolean {
  const [was, is] = [itemsOf(before), itemsOf(after)]
  return (
    was.length === 4 &&
    is.length === 4 &&
    was.every((side, at) => Math.abs(pointsOf(older.view, side) - pointsOf(newer.view, is[at])) < 1e-6)
  )
}

function pointsOf(view: View, value: PdfValue | undefined): number {
  const side = view.resolve(value)
  return side.kind === 'number' ? side.value : Number.NaN
}

/** D33: whether a page or a widget of a tagged file gets its structure number, which it had none of. */
export const isNewEntry: Condition = ({ path: [key = ''], versions }) => versions?.before.entries.has(key) === false

/** D33: a page of a tagged file gets its tab order with its first widget. */
export const isFirstTabOrder: Condition = (change) =>
  isNewEntry(change) && nameOf(change.versions?.after.entries.get('Tabs')) === 'S'

/** D24: whether the very object that a key refers to changed, and none behind it. */
export const isItsObject: Condition = ({ path }) => path.length === 1
