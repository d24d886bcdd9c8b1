import type { NumberedBox } from '@moqi/pdf/graph/place-on-page'
import type { PageCharacter } from '@moqi/pdf/text-search/page-characters'
import type { FactKind } from '../diff/facts.ts'
import { type InLine, roleInLine } from './seal-lines.ts'
import type { TouchedBox } from './touched-pages.ts'

const signing = new Set<FactKind>([
  'field-signed',
  'signature-field-added-visible',
  'empty-signature-field-added-visible',
])

const pointsPerMillimetre = 72 / 25.4
/** Around a look its line is read, in points. */
export const around = 14

/** A character that can be seen, in mm. */
export type Glyph = { text: string; box: { x: number; y: number; width: number; height: number }; role: InLine }

/** Whether a look in a box is judged by the glyphs under it. */
export const isJudgedByGlyphs = ({ fact }: TouchedBox): boolean => signing.has(fact.kind)

/** The characters under a look and around it. */
export function glyphsAround(characters: readonly PageCharacter[], { box }: NumberedBox): Glyph[] {
  const seen = characters.flatMap(({ text, place }) => (place ? [{ text, box: place.box }] : []))
  const reach = around / pointsPerMillimetre
  const near = seen.filter(
    ({ box: { x, y, width, height } }) =>
      x < box.x + box.width + reach &&
      x + width > box.x - reach &&
      y < box.y + box.height + reach &&
      y + height > box.y - reach,
  )
  return near.map((one) => {
    const middle = one.box.y + one.box.height / 2
    const line = seen.filter(({ box: { y, height } }) => y < middle && y + height > middle)
    const role = roleInLine(
      line.map(({ text }) => text),
      line.indexOf(one),
    )
    return { ...one, role }
  })
}
