import { textWidth, writeFont } from '@moqi/pdf/fonts/text-font'
import type { TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import type { Increment } from '@moqi/pdf/write/increment'
import { pointsPerMillimetre } from '@moqi/pdf/page-geometry'
import { decimal, decimals, reference } from '@moqi/pdf/write/pdf-syntax'

/** The key under which `Head.images` keeps the notice's object number. */
export const noticeKey = 'notice'

/** Text 1.8 mm high, in points. */
const fontSize = 1.8 * pointsPerMillimetre
const lineHeight = fontSize * 1.3
/** Between the notice and the widget's edges, in points. */
const margin = 0.5
/** The contract's own words show through. */
const edgeOpacity = 0.4

/** A form XObject with the notice in grey, written once a document; returns its object number. */
export function writeNotice(increment: Increment, font: TrueTypeFont, notice: string): number {
  const embedded = writeFont(increment, font, notice)
  const dict =
    `/Type/XObject/Subtype/Form/BBox${decimals(0, 0, noticeWidth(font, notice), lineHeight)}` +
    `/Resources<</Font<</F ${reference(embedded.ref)}>>/ExtGState<</E<</CA ${decimal(edgeOpacity)}>>>>>>`
  const shown = `/F ${decimal(fontSize)} Tf 0 ${decimal(fontSize * 0.3)} Td ${embedded.show(notice)} Tj`
  // A white edge, so that the words can be read on a seal's ring, and what lies below them too; read aloud or searched,
  // it is nothing.
  const edge = `/Span<</ActualText(\xfe\xff)>>BDC q /E gs BT 1 Tr 1 G 1 j 0.9 w ${shown} ET Q EMC`
  const content = `${edge} BT 0 Tr 0.25 g ${shown} ET`
  return increment.newStream(dict, content).number
}

/** Width of the notice's form in points. */
export const noticeWidth = (font: TrueTypeFont, notice: string): number => textWidth(font, notice) * fontSize

/** Content that draws the form /N of `noticeWide` points centred at the bottom, smaller in a narrow box. */
export function noticeContent(noticeWide: number, width: number): string {
  const scale = Math.min(1, (width - 2 * margin) / noticeWide)
  const left = (width - noticeWide * scale) / 2
  return `q ${decimal(scale)} 0 0 ${decimal(scale)} ${decimal(left)} ${decimal(margin)} cm /N Do Q`
}
