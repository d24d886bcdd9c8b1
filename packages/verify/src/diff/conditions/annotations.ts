import { dictOf, nameOf, type PdfDict } from '@moqi/pdf/read/values'
import type { Side } from '../revision-pair.ts'
import type { Condition } from '../rule.ts'

const markup = new Set([
  'Text',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Ink',
  'Caret',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
])

/** D23: whether an annotation is a note now. */
export const isNote: Condition = ({ pair, after }) => isPlainNote(pair.newer, dictOf(after))

/** D23: whether one that is gone was a note; a stamp is more than that. */
export const wasNote: Condition = ({ pair, before }) => isPlainNote(pair.older, dictOf(before))

/** D23: whether the annotation that leads to an object was a note. */
export const belongsToNote: Condition = ({ pair, owner = 0 }) =>
  isPlainNote(pair.older, dictOf(pair.older.view.object(owner)?.value))

/** A note that does something is more than a note. */
function isPlainNote(side: Side, dict: PdfDict | undefined): boolean {
  const acts = ['A', 'AA', 'PA'].some((key) => dict?.entries.has(key))
  return !acts && (isMarkup(dict) || isWindow(side, dict))
}

const isMarkup = (dict: PdfDict | undefined) => markup.has(nameOf(dict?.entries.get('Subtype')) ?? '')

/** A pop-up is the window of a note that stands on a page. */
function isWindow({ view, model }: Side, dict: PdfDict | undefined): boolean {
  if (nameOf(dict?.entries.get('Subtype')) !== 'Popup') return false
  const note = dict?.entries.get('Parent')
  return note?.kind === 'ref' && model.annotations.has(note.number) && isMarkup(dictOf(view.resolve(note)))
}
