import type { Increment } from '@moqi/pdf/write/increment'
import { uprightMatrix } from '@moqi/pdf/page-geometry'
import { decimal, decimals, reference, type Ref } from '@moqi/pdf/write/pdf-syntax'
import type { SealImage } from '../images/seal-image.ts'
import type { Slice, Widget } from './layout.ts'
import { noticeContent } from './notice.ts'

/** Appearance streams: form XObjects a widget's /AP names (ISO 32000-1 §12.5.5). */

/** The notice already in the document: its object number, and its width in points. */
export interface PlacedNotice {
  object: number
  width: number
}

/** Like ink: what a seal stands on stays readable (§11.3.5). */
const ink = '/ExtGState<</M<</BM/Multiply>>>>'

/** Seals and handwriting are drawn at 300 dpi, so this makes a pixel its true size in points. */
const pointsPerPixel = 72 / 300

/** The whole image at its true size, smaller only where the widget is, and the notice below it. */
export function imageAppearance(
  increment: Increment,
  object: number,
  { image, widget, notice }: { image: SealImage; widget: Widget; notice: PlacedNotice | undefined },
): Ref {
  const { width, height } = widget
  const scale = Math.min(pointsPerPixel, width / image.width, height / image.height)
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale]
  const place = [drawnWidth, 0, 0, drawnHeight, (width - drawnWidth) / 2, (height - drawnHeight) / 2]
  const content = `q /M gs ${place.map(decimal).join(' ')} cm /I Do Q`
  const resources = `${ink}/XObject<</I ${object} 0 R${notice ? `/N ${notice.object} 0 R` : ''}>>`
  const below = notice ? ` ${noticeContent(notice.width, width)}` : ''
  return increment.newStream(formEntries(widget, resources), content + below)
}

/**
 * One strip of the image at its true size, against the page's edge and clipped to its share, so that a seal smaller
 * than the place still leaves ink on every page; smaller only where the place is.
 */
export function sliceAppearance(increment: Increment, object: number, image: SealImage, slice: Slice): Ref {
  const { width, height, index, count } = slice
  const scale = Math.min(pointsPerPixel, (width * count) / image.width, height / image.height)
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale]
  const [share, bottom] = [drawnWidth / count, (height - drawnHeight) / 2]
  const left = width - share
  const clip = [left, bottom, share, drawnHeight].map(decimal).join(' ')
  const place = [drawnWidth, 0, 0, drawnHeight, left - share * index, bottom].map(decimal).join(' ')
  const content = `q ${clip} re W n /M gs ${place} cm /I Do Q`
  return increment.newStream(formEntries(slice, `${ink}/XObject<</I ${object} 0 R>>`), content)
}

/** Source of the entry by which a widget names its one appearance. */
export const normalAppearance = (ref: Ref): string => `/AP<</N ${reference(ref)}>>`

/** The entries of a form as large as the widget, upright on its page; `resources` is source. */
export function formEntries(
  { width, height, rotate }: Pick<Widget, 'width' | 'height' | 'rotate'>,
  resources: string,
): string {
  return `/Type/XObject/Subtype/Form/BBox${decimals(0, 0, width, height)}${uprightMatrix[rotate]}/Resources<<${resources}>>`
}
