import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { IntakeRefusal } from '../intake-refusal.ts'

type Resolve = (ref: PdfRef) => PdfObject | null
type Shows = (layer: PdfDict) => boolean

/**
 * Empties drawings and annotations whose own /OC is hidden: drawings become empty forms, and no page and no form lists
 * the annotations any more. Says whether there were any; throws IntakeRefusal: too-complex for masks and alternates.
 */
export function blankHidden(
  all: readonly PdfDict[],
  pages: readonly PdfDict[],
  shows: Shows,
  resolve: Resolve,
): boolean {
  const hides = (dict: PdfDict) => {
    const layer = dict.getDict('OC', resolve)
    return layer !== undefined && !shows(layer)
  }
  const streams = all.filter((dict) => dict instanceof PdfStream)
  const drawings = streams.filter((stream) => hides(stream))
  const annotations = hiddenAnnotations(pages, hides, resolve)
  const masks = new Set(streams.flatMap((dict) => ['SMask', 'Mask'].flatMap((key) => dict.get(key, resolve) ?? [])))
  for (const drawing of drawings) {
    // Replaced by nothing, a mask would hide what it masks, and alternates may show where the image does not.
    if (masks.has(drawing) || drawing.has('Alternates')) {
      throw new IntakeRefusal('too-complex', 'hidden layer cannot be taken out: a mask or an image with alternates')
    }
    blankDrawing(drawing)
  }
  if (annotations.size > 0) for (const dict of all) unlist(dict, annotations, resolve)
  for (const annotation of annotations) clear(annotation)
  return drawings.length > 0 || annotations.size > 0
}

/** The elements of an array, followed to what they refer to; none when it is no array. */
export function resolvedItems(list: PdfObject | undefined, resolve: Resolve): PdfObject[] {
  if (!(list instanceof PdfArray)) return []
  return [...list].flatMap((item) => (item instanceof PdfRef ? (resolve(item) ?? []) : [item]))
}

/** A pop-up window goes with the annotation that it belongs to. */
function hiddenAnnotations(
  pages: readonly PdfDict[],
  hides: (dict: PdfDict) => boolean,
  resolve: Resolve,
): Set<PdfDict> {
  const annotations = pages.flatMap((page) =>
    resolvedItems(page.get('Annots', resolve), resolve).flatMap((item) => (item instanceof PdfDict ? [item] : [])),
  )
  const hidden = annotations.filter((annotation) => {
    const popup = annotation.getName('Subtype', resolve)?.value === 'Popup'
    const parent = popup ? annotation.getDict('Parent', resolve) : undefined
    return hides(annotation) || (parent !== undefined && hides(parent))
  })
  return new Set(hidden)
}

function blankDrawing(drawing: PdfStream): void {
  clear(drawing)
  drawing.set('Type', PdfName.of('XObject'))
  drawing.set('Subtype', PdfName.of('Form'))
  drawing.set('BBox', PdfArray.of(...[0, 0, 1, 1].map((edge) => PdfNumber.of(edge))))
  drawing.setData(new Uint8Array())
}

function clear(dict: PdfDict): void {
  for (const [key] of dict) dict.delete(key)
}

function unlist(dict: PdfDict, hidden: ReadonlySet<PdfObject>, resolve: Resolve): void {
  for (const key of ['Annots', 'Fields', 'Kids', 'CO']) {
    const list = dict.get(key, resolve)
    if (!(list instanceof PdfArray)) continue
    const kept = [...list].filter((item) => !hidden.has((item instanceof PdfRef ? resolve(item) : undefined) ?? item))
    if (kept.length < list.length) dict.set(key, PdfArray.of(...kept))
  }
}
