import { type SealDesign, type SealForm, sealForms, type SealOwner, type SealShape } from './company-seal.ts'
import { arcGlyphs, arcSweep, digitGlyph, type Ellipse, lineGlyphs, lowerArcDigits, roomAt } from './ring-text.ts'
import { carvedColumns, type FramedSealLayout, type SealGlyph, squareSealLayout } from './seal-geometry.ts'

/** A company's seal with a ring, in mm: the ring's line, the star's circumradius (0 for none), and every glyph. */
export interface RingSealLayout {
  readonly width: number
  readonly height: number
  readonly ringWidth: number
  readonly starRadius: number
  readonly name: readonly SealGlyph[]
  readonly line: readonly SealGlyph[]
  /** Drawn in the sans face: the registry's code, and an invoice seal's credit code. */
  readonly digits: readonly SealGlyph[]
}

const gapToRing = 0.6
/** Digits of the code are at least this high, mm: below it they cannot be read. */
const lowestDigit = 1.2

/** Where everything of a seal with a ring stands (domain 4.6). */
export function ringSealLayout(
  design: SealDesign,
  owner: Pick<SealOwner, 'companyName' | 'creditCode'>,
): RingSealLayout {
  const shape: SealShape = sealForms[design.form]
  if (shape.kind === 'round') return roundLayout(design, owner.companyName, shape.diameter)
  if (shape.kind === 'oval') {
    return design.purpose === 'invoice' ? invoiceLayout(owner, shape) : ovalLayout(design, owner.companyName, shape)
  }
  throw new RangeError(`a seal of the form ${design.form} has no ring`)
}

/** Where everything of a square seal stands: a finance seal's name and line, or the legal representative's name. */
export function squareLayoutOf(
  { purpose, form, line }: SealDesign,
  { companyName, legalName }: SealOwner,
): FramedSealLayout {
  const side = sideOf(form)
  return purpose === 'legal'
    ? squareSealLayout(legalName ?? '', side)
    : carvedColumns([...companyName, ...line], side, 1)
}

function sideOf(form: SealForm): number {
  const shape: SealShape = sealForms[form]
  if (shape.kind !== 'square') throw new RangeError(`a seal of the form ${form} is not square`)
  return shape.side
}

function ringWidthOf(diameter: number): number {
  if (diameter === 58) return 1.5
  return diameter === 42 ? 1.2 : 1
}

function roundLayout(design: SealDesign, companyName: string, diameter: number): RingSealLayout {
  const ringWidth = ringWidthOf(diameter)
  const radius = diameter / 2 - ringWidth - gapToRing
  const outer = { a: radius, b: radius }
  const sweep = arcSweep([...companyName].length)
  const name = arcGlyphs([...companyName], outer, 0.105 * diameter, sweep)
  const inside = radius - (name[0]?.height ?? 0)
  const starRadius = design.star && diameter < 58 ? diameter / 6 : 0
  return {
    width: diameter,
    height: diameter,
    ringWidth,
    starRadius,
    name,
    line: [
      ...mainLine(design, { diameter, starRadius, inside, outside: radius, name }),
      ...detailLines(design, inside),
    ],
    digits: codeOf(design.code, outer, diameter, sweep),
  }
}

type Round = { diameter: number; starRadius: number; inside: number; outside: number; name: readonly SealGlyph[] }

/** The line stands below the star; without one, in the middle. Below a short name it has the ring's whole width. */
function mainLine({ line }: SealDesign, { diameter, starRadius, inside, outside, name }: Round): SealGlyph[] {
  if (line === '') return []
  const [y, height] = [starRadius > 0 ? 0.21 * diameter : 0, 0.085 * diameter]
  const lowest = Math.max(...name.map((glyph) => glyph.y + (glyph.width + glyph.height) / 2))
  const reach = lowest < y - height / 2 ? outside - gapToRing : inside
  return lineGlyphs(line, { y, height, room: roomAt({ a: reach, b: reach }, y, height) })
}

function detailLines({ details }: SealDesign, inside: number): SealGlyph[] {
  const height = 2.7
  return details.flatMap((text, i) => {
    const y = 6.2 + i * 4
    // Digits and Latin letters are half as wide as a Han character.
    const room = Math.min(roomAt({ a: inside, b: inside }, y, height) * 0.92, [...text].length * height)
    return lineGlyphs(text, { y, height, room })
  })
}

function codeOf(code: string, outer: Ellipse, diameter: number, nameSweep: number): readonly SealGlyph[] {
  if (code === '') return []
  return lowerArcDigits(code, outer, Math.max(lowestDigit, 0.035 * diameter), Math.min(60, 350 - nameSweep))
}

type Oval = { readonly width: number; readonly height: number }

function ovalLayout(design: SealDesign, companyName: string, { width, height }: Oval): RingSealLayout {
  const ringWidth = 1
  const outer = { a: width / 2 - ringWidth - gapToRing, b: height / 2 - ringWidth - gapToRing }
  const sweep = arcSweep([...companyName].length, 150, 250)
  const name = arcGlyphs([...companyName], outer, 3.8, sweep)
  const inside = insideOf(outer, name)
  const lineHeight = 3.4
  const y = 3.2
  const room = roomAt(inside, y, lineHeight) * 0.94
  return {
    width,
    height,
    ringWidth,
    starRadius: 0,
    name,
    line: design.line === '' ? [] : lineGlyphs(design.line, { y, height: lineHeight, room }),
    digits: codeOf(design.code, outer, height, sweep),
  }
}

const insideOf = ({ a, b }: Ellipse, [first]: readonly SealGlyph[]): Ellipse => ({
  a: a - (first?.height ?? 0),
  b: b - (first?.height ?? 0),
})

/** An invoice seal, as the tax administration's notice 7 of 2011 measures it. */
function invoiceLayout(
  { companyName, creditCode }: Pick<SealOwner, 'companyName' | 'creditCode'>,
  oval: Oval,
): RingSealLayout {
  const ringWidth = 1
  const gap = 0.5
  const outer = { a: oval.width / 2 - ringWidth - gap, b: oval.height / 2 - ringWidth - gap }
  const name = arcGlyphs([...companyName], outer, 4.2, arcSweep([...companyName].length, 210, 260))
  const digits = [...creditCode]
  const pitch = 26 / digits.length
  const title = [...'发票专用章']
  return {
    width: oval.width,
    height: oval.height,
    ringWidth,
    starRadius: 0,
    name,
    line: title.map((character, i) => ({ character, x: (i - 2) * 3.3, y: 6.5, rotation: 0, width: 3, height: 4.6 })),
    digits: digits.map((character, i) =>
      digitGlyph(
        { character, x: (i - (digits.length - 1) / 2) * pitch, y: 0, rotation: 0 },
        { width: 1.3, height: 3.7 },
      ),
    ),
  }
}
