import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { drawsAppearance } from '@moqi/pdf/graph/fields'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, type PdfDict } from '@moqi/pdf/read/values'

/** Hidden, Print, NoView (ISO 32000-2 Table 167). */
const [hidden, print, noView] = [0x02, 0x04, 0x20]

/**
 * Annotations that lie over a page as if they were printed there. Marks of text, links and notes only point at what is
 * printed, and buttons that no paper needs are left off it.
 */
const covering = new Set(
  'Stamp FreeText Square Circle Polygon PolyLine Line Ink Watermark Redact Screen Projection RichMedia 3D'.split(' '),
)

/** E5: whether an annotation shows something in print that the screen does not, or the other way round. */
export function isInOneMedium(view: View, annotation: PdfDict): boolean {
  const flags = integerOf(view.get(annotation, 'F')) ?? 0
  if ((flags & hidden) !== 0) return false
  const [isPrinted, isSeen] = [(flags & print) !== 0, (flags & noView) === 0]
  if (isPrinted === isSeen) return false
  return (isPrinted || covering.has(view.name(annotation, 'Subtype') ?? '')) && drawsAppearance(view, annotation)
}

/** The pages, from 1, on which something shows in one medium only. */
export function pagesInOneMedium({ view, pages }: DocumentModel): number[] {
  const found = pages.filter(({ annotations }) =>
    annotations.some((item) => {
      view.file.budget.step()
      const annotation = dictOf(view.resolve(item))
      return annotation !== undefined && isInOneMedium(view, annotation)
    }),
  )
  return found.map(({ index }) => index + 1)
}
