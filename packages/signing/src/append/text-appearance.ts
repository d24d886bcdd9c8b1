import { type TextFont, textWidth } from '@moqi/pdf/fonts/text-font'
import type { TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import type { Increment } from '@moqi/pdf/write/increment'
import { decimal, type Ref, reference } from '@moqi/pdf/write/pdf-syntax'
import { formEntries } from './appearance.ts'
import type { TextSlot } from './layout.ts'
import { SigningRefusal } from './sign-request.ts'

/** Between the text and the widget's left and right edges, in points. */
const padding = 2
const lineHeight = 1.25
const smallestSize = 4

/** Where a text goes: its size in points, the largest size of its letters, and its name. */
export type TextPlace = Pick<TextSlot, 'slot' | 'fontSize' | 'width' | 'height'>

/** A value broken into lines that fit the slot at `size` points. */
export interface FittedText {
  size: number
  lines: string[]
}

/** Breaks and if need be shrinks a value to its slot; throws `SigningRefusal` (`text-too-long`) below 4 pt. */
export function fitText(font: TrueTypeFont, slot: TextPlace, value: string): FittedText {
  const room = slot.width - 2 * padding
  for (let size = slot.fontSize; size >= Math.min(smallestSize, slot.fontSize); size -= 0.5) {
    const lines = value.split('\n').flatMap((line) => wrapped(font, line, room / size))
    const needed = lines.length === 1 ? size : lines.length * size * lineHeight
    const widest = Math.max(...lines.map((line) => textWidth(font, line)))
    if (needed <= slot.height && widest * size <= room) return { size, lines }
  }
  throw new SigningRefusal('text-too-long', slot.slot)
}

/** Chinese breaks between any two characters; `room` is in units of the font size. */
function wrapped(font: TrueTypeFont, line: string, room: number): string[] {
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const character of line) {
    const width = textWidth(font, character)
    if (current !== '' && used + width > room) {
      lines.push(current)
      current = ''
      used = 0
    }
    current += character
    used += width
  }
  return [...lines, current]
}

/** The lines in black from the left, centred between top and bottom. */
export function textAppearance(
  increment: Increment,
  font: TextFont,
  { slot, fitted }: { slot: Pick<TextSlot, 'width' | 'height' | 'rotate'>; fitted: FittedText },
): Ref {
  const { size, lines } = fitted
  const leading = size * lineHeight
  // A Chinese glyph's ink stands from 0.12 em below the baseline to 0.88 em above it.
  const baseline = (slot.height + (lines.length - 1) * leading - size) / 2 + size * 0.12
  const shown = lines.map((line) => `${font.show(line)} Tj`).join(' T* ')
  const content =
    `/Tx BMC q BT /F ${decimal(size)} Tf 0 g ${decimal(leading)} TL ` +
    `${padding} ${decimal(baseline)} Td ${shown} ET Q EMC`
  return increment.newStream(formEntries(slot, `/Font<</F ${reference(font.ref)}>>`), content)
}
