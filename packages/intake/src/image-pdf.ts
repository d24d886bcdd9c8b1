import { decimal } from '@moqi/pdf/write/pdf-syntax'
import { IntakeRefusal } from './intake-refusal.ts'
import { jpegHeader } from './jpeg-header.ts'
import { onePage, pdfSource, stream } from '@moqi/pdf/write/new-pdf'
import { type PdfImage, pngImage } from './png-image.ts'

/** A4 in points. */
const short = 595.276
const long = 841.89
/** What drawing the page must hold: 100 million pixels are 400 MB. */
const mostPixels = 100_000_000

/** The unit square turned upright by EXIF orientation: [a b c d e f] of the image's matrix. */
const upright: Readonly<Record<number, readonly [number, number, number, number, number, number]>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
}

/**
 * A one-page PDF of a JPEG or PNG: A4, upright or across as the image is, the image as large as fits. JPEG and plain
 * PNG pixels are kept as coded. Throws IntakeRefusal unreadable-image or too-complex.
 */
export function imagePdf(bytes: Buffer, kind: 'jpeg' | 'png'): Buffer {
  const { orientation, ...image } = kind === 'jpeg' ? jpegImage(bytes) : { ...pngImage(bytes), orientation: 1 }
  const { width, height, entries, data } = image
  if (width === 0 || height === 0) throw new IntakeRefusal('unreadable-image', 'an image without size')
  if (width * height > mostPixels) throw new IntakeRefusal('too-complex', `${width} × ${height} pixels`)
  const turned = orientation >= 5
  const [shownWidth, shownHeight] = turned ? [height, width] : [width, height]
  const [pageWidth, pageHeight] = shownWidth > shownHeight ? [long, short] : [short, long]
  const scale = Math.min(pageWidth / shownWidth, pageHeight / shownHeight)
  const [boxWidth, boxHeight] = [shownWidth * scale, shownHeight * scale]
  const place = [boxWidth, 0, 0, boxHeight, (pageWidth - boxWidth) / 2, (pageHeight - boxHeight) / 2]
  const turn = upright[orientation] ?? [1, 0, 0, 1, 0, 0]
  const content = `q ${place.map(decimal).join(' ')} cm ${turn.join(' ')} cm /I Do Q`
  const box = `/MediaBox[0 0 ${pageWidth} ${pageHeight}]`
  return pdfSource({
    ...onePage,
    3: `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    4: stream('', Buffer.from(content)),
    5: stream(`/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${entries}`, data),
  })
}

const spaces = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }

function jpegImage(data: Buffer): PdfImage & { readonly orientation: number } {
  const { width, height, components, inverted, orientation } = jpegHeader(data)
  const decode = components === 4 && inverted ? '/Decode[1 0 1 0 1 0 1 0]' : ''
  const entries = `/ColorSpace${spaces[components]}/BitsPerComponent 8/Filter/DCTDecode${decode}`
  return { width, height, entries, data, orientation }
}
