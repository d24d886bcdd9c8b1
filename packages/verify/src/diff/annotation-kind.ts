import { dictOf, nameOf, type PdfDict } from '@moqi/pdf/read/values'
import type { FactKind } from './facts.ts'
import type { Side } from './revision-pair.ts'

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

type AnnotationKind = Extract<FactKind, 'annotation-markup' | 'annotation-other'>

/** D23: what an annotation that came or changed is; a note that does something is more than a note. */
export function annotationKind(side: Side, dict: PdfDict | undefined): AnnotationKind {
  const acts = ['A', 'AA', 'PA'].some((key) => dict?.entries.has(key))
  return !acts && (isMarkup(dict) || isWindow(side, dict)) ? 'annotation-markup' : 'annotation-other'
}

/** D23: one that is gone showed what it showed; a stamp is more than a note. */
export function removedAnnotation(side: Side, dict: PdfDict | undefined): AnnotationKind | 'annotation-removed' {
  const kind = annotationKind(side, dict)
  return kind === 'annotation-markup' ? 'annotation-removed' : kind
}

const isMarkup = (dict: PdfDict | undefined) => markup.has(nameOf(dict?.entries.get('Subtype')) ?? '')

/** A pop-up is the window of a note that stands on a page. */
function isWindow({ view, model }: Side, dict: PdfDict | undefined): boolean {
  if (nameOf(dict?.entries.get('Subtype')) !== 'Popup') return false
  const note = dict?.entries.get('Parent')
  return note?.kind === 'ref' && model.annotations.has(note.number) && isMarkup(dictOf(view.resolve(note)))
}
