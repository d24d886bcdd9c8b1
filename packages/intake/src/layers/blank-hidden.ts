import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, type PdfDict, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import { dictFrom } from '@moqi/pdf/write/pdf-syntax'
import { IntakeRefusal } from '../intake-refusal.ts'

type Shows = (layer: PdfDict) => boolean

/**
 * Empties drawings and annotations whose own /OC is hidden: drawings become empty forms, and no page and no form lists
 * the annotations any more. Says whether there were any; throws IntakeRefusal: too-complex for masks and alternates.
 */
export function blankHidden(
  view: View,
  all: readonly (PdfDict | PdfStream)[],
  pages: readonly PdfDict[],
  shows: Shows,
): boolean {
  const hides = (dict: PdfDict) => {
    const layer = view.dict(dict, 'OC')
    return layer !== undefined && !shows(layer)
  }
  const streams = all.filter((value) => value.kind === 'stream')
  const drawings = streams.filter(({ dict }) => hides(dict))
  const annotations = hiddenAnnotations(view, pages, hides)
  const masks = new Set(streams.flatMap(({ dict }) => ['SMask', 'Mask'].map((key) => view.get(dict, key))))
  for (const drawing of drawings) {
    // Replaced by nothing, a mask would hide what it masks, and alternates may show where the image does not.
    if (masks.has(drawing) || drawing.dict.entries.has('Alternates')) {
      throw new IntakeRefusal('too-complex', 'hidden layer cannot be taken out: a mask or an image with alternates')
    }
    drawing.dict.entries = dictFrom('/Type/XObject/Subtype/Form/BBox[0 0 1 1]').entries
    drawing.raw = Buffer.alloc(0)
  }
  if (annotations.size > 0) for (const value of all) unlist(view, value, annotations)
  for (const annotation of annotations) annotation.entries.clear()
  return drawings.length > 0 || annotations.size > 0
}

/** A pop-up window goes with the annotation that it belongs to. */
function hiddenAnnotations(view: View, pages: readonly PdfDict[], hides: (dict: PdfDict) => boolean): Set<PdfDict> {
  const annotations = pages.flatMap((page) => view.items(page, 'Annots').flatMap((item) => dictOf(item) ?? []))
  const hidden = annotations.filter((annotation) => {
    const parent = view.name(annotation, 'Subtype') === 'Popup' ? view.dict(annotation, 'Parent') : undefined
    return hides(annotation) || (parent !== undefined && hides(parent))
  })
  return new Set(hidden)
}

function unlist(view: View, value: PdfValue, hidden: ReadonlySet<PdfValue>): void {
  for (const key of ['Annots', 'Fields', 'Kids', 'CO']) {
    const list = view.get(dictOf(value), key)
    if (list.kind === 'array') list.items = list.items.filter((item) => !hidden.has(view.resolve(item)))
  }
}
