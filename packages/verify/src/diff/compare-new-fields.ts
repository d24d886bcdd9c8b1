import type { Field } from '@moqi/pdf/graph/fields'
import { canShow } from '@moqi/pdf/graph/visibility'
import { largeShare, shareOfPage } from '@moqi/pdf/graph/place-on-page'
import type { View } from '@moqi/pdf/read/pdf-file'
import { nameOf, type PdfDict } from '@moqi/pdf/read/values'
import type { RevisionPair } from './revision-pair.ts'

/** D15 to D17, D21: a field that the older revision did not have. */
export function compareNewField(pair: RevisionPair, field: Field): void {
  const { view } = pair.newer
  const more = { field: field.name, ...pageOf(field) }
  // D5: what could be reached before was something else, and looked like it.
  const numbers = [field.number, ...field.widgets.map((widget) => widget.number)]
  const isOld = numbers.some((number) => number !== 0 && pair.older.graph.reaches(number))
  if (!isOld && field.branch && field.widgets.length === 0) return
  if (isOld || field.type !== 'Sig') {
    pair.add('form-structure', more)
    return
  }
  const visible = field.widgets.some((widget) => canShow(view, widget))
  const value = view.resolve(field.value)
  if (visible && shareOfPage(pair.newer.model, field) > largeShare) pair.add('signature-field-large', more)
  if (value.kind !== 'dict') {
    pair.add(visible ? 'empty-signature-field-added-visible' : 'empty-signature-field-added', more)
  } else if (visible) pair.add('signature-field-added-visible', more)
  else pair.add(isTimestamp(view, value) ? 'timestamp-field-added' : 'signature-field-added', more)
}

/** B11: only a dictionary of the type DocTimeStamp is extended as an archive time-stamp (D12). */
export function isTimestamp(view: View, value: PdfDict): boolean {
  const format = nameOf(view.get(value, 'SubFilter'))
  return format === 'ETSI.RFC3161' && nameOf(view.get(value, 'Type')) === 'DocTimeStamp'
}

/** The first page a field stands on, counted from 1. */
export function pageOf(field: Field): { page?: number } {
  const page = field.widgets.find((widget) => widget.page !== null)?.page
  return page === undefined || page === null ? {} : { page: page + 1 }
}
