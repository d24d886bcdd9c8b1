import { canShow, type Field } from '@moqi/pdf/graph/fields'
import { largeShare, shareOfPage } from '@moqi/pdf/graph/place-on-page'
import type { View } from '@moqi/pdf/read/pdf-file'
import { type PdfValue } from '@moqi/pdf/read/values'
import type { RevisionPair } from '../revision-pair.ts'
import type { Change, Condition } from '../rule.ts'

/** D5: what could be reached before was something else, and looked like it. */
export function wasSomethingElse({ pair, field }: Change): boolean {
  const numbers = [field?.number ?? 0, ...(field?.widgets ?? []).map((widget) => widget.number)]
  return numbers.some((number) => number !== 0 && pair.older.graph.reaches(number))
}

/** D16: a parent of new fields shows nothing itself. */
export const isOnlyParent: Condition = ({ field }) => field !== undefined && field.branch && field.widgets.length === 0

/** D21: whether a field is of another type than signatures are. */
export const isNoSignatureField: Condition = ({ field }) => field?.type !== 'Sig'

/** D17: whether any widget of the field can show anything. */
export const isShown: Condition = ({ pair, field }) =>
  field !== undefined && field.widgets.some((widget) => canShow(pair.newer.view, widget))

/** D17: whether a shown field is signed. */
export const isSignedAndShown: Condition = (change) => !isUnsigned(change) && isShown(change)

/** D15: whether nobody has signed in the field. */
export const isUnsigned: Condition = ({ pair, field }) => valueOf(pair.newer.view, field).kind !== 'dict'

/** D12: whether a document time-stamp was put into the field. */
export const isTimestamped: Condition = ({ pair: { newer }, field }) =>
  isTimestamp(newer.view, valueOf(newer.view, field))

/** V2: whether what is shown takes more than a quarter of a page. */
export function isLargeAndShown(change: Change): boolean {
  const { pair, field } = change
  return field?.type === 'Sig' && !wasSomethingElse(change) && isShown(change) && isLarge(pair, field)
}

/** V2: a field that was there before it was signed is looked at like one that comes with its signature. */
export function isLargeNow({ pair, field }: Change): boolean {
  const later = pair.newer.model.fields.find(({ name }) => name === field?.name)
  return later !== undefined && isLarge(pair, later)
}

const isLarge = ({ newer }: RevisionPair, field: Field) => shareOfPage(newer.model, field) > largeShare

/** D16, D17: some writers put a field that stood nowhere on its page when somebody signs it. */
export function isPlacedBySigning({ pair: { older, newer }, field }: Change): boolean {
  const before = older.model.fields.find(({ number, name }) => number === field?.number && name === field.name)
  if (before?.type !== 'Sig' || before.widgets.some((widget) => widget.page !== null)) return false
  return older.view.resolve(before.value).kind === 'null' && valueOf(newer.view, field).kind === 'dict'
}

/** D17: the same where it can show. */
export const isShownBySigning: Condition = (change) => isPlacedBySigning(change) && isShown(change)

/** D25: new fields are judged with their widgets. */
export const isOfNewField: Condition = ({ pair, number = 0 }) => !pair.older.graph.roles.has(number)

/** B11: only a dictionary of the type DocTimeStamp is extended as an archive time-stamp (D12). */
export function isTimestamp(view: View, value: PdfValue): boolean {
  if (value.kind !== 'dict') return false
  return view.name(value, 'SubFilter') === 'ETSI.RFC3161' && view.name(value, 'Type') === 'DocTimeStamp'
}

const valueOf = (view: View, field: Field | undefined) => view.resolve(field?.value)
