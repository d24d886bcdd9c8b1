/** One glyph of a seal: its centre in mm from the seal's centre (y downwards), its turn in degrees, its box in mm. */
export interface SealGlyph {
  readonly character: string
  readonly x: number
  readonly y: number
  readonly rotation: number
  readonly width: number
  readonly height: number
}

/** A framed seal in mm with glyph boxes that the drawn strokes fill from edge to edge. */
export interface FramedSealLayout {
  readonly width: number
  readonly height: number
  readonly frameWidth: number
  readonly glyphs: readonly SealGlyph[]
}

/** The most characters a name seal reads (domain 4.6). */
const longestName = 17

/** Whether a name goes into a name seal. */
export const fitsNameSeal = (name: string): boolean => nameParts(name).length <= longestName

/** Dots and spaces between the parts of a name are not carved. */
const nameParts = (name: string) => [...name].filter((character) => !/[\s·•・]/.test(character))

/** What a name seal reads: 2 characters + 之印, 3 + 印, more as they are; dots between name parts are not carved. */
export function nameSealText(name: string): string {
  const characters = nameParts(name)
  const ending = characters.length < 3 ? '之印' : characters.length === 3 ? '印' : ''
  return characters.join('') + ending
}

/** A square name seal, 20 mm unless told: columns from right to left, each read downwards. */
export function squareSealLayout(name: string, width = 20, frameWidth = 1): FramedSealLayout {
  return carvedColumns([...nameSealText(name)], width, frameWidth)
}

/** Fills a framed square with columns from right to left, as even as the count of characters allows. */
export function carvedColumns(characters: readonly string[], width: number, frameWidth: number): FramedSealLayout {
  const columns = Math.max(1, Math.round(Math.sqrt(characters.length)))
  const padding = frameWidth + 0.9
  const gap = columns > 2 ? 0.5 : 0.8
  const side = width - 2 * padding
  const cellWidth = (side - gap * (columns - 1)) / columns
  const glyphs: SealGlyph[] = []
  for (let column = 0; column < columns; column++) {
    const rows = Math.floor(characters.length / columns) + (column < characters.length % columns ? 1 : 0)
    const cellHeight = (side - gap * (rows - 1)) / rows
    const right = width / 2 - padding - column * (cellWidth + gap)
    for (let row = 0; row < rows; row++) {
      const top = -width / 2 + padding + row * (cellHeight + gap)
      const character = characters[glyphs.length] ?? ''
      const x = right - cellWidth / 2
      glyphs.push({ character, x, y: top + cellHeight / 2, rotation: 0, width: cellWidth, height: cellHeight })
    }
  }
  return { width, height: width, frameWidth, glyphs }
}

/** A one-line name seal 12 mm high: as wide as the name asks, 24 to 60 mm, then narrower characters. */
export function rectangleSealLayout(name: string, framed: boolean): FramedSealLayout {
  const characters = [...name]
  const em = 7.2
  const step = em * 1.16
  const width = Math.min(60, Math.max(24, step * characters.length + 4.4))
  const cell = Math.min(step, (width - 3) / characters.length)
  const spread = Math.min((width - 4) / characters.length, Math.max(cell, 8.4))
  const first = (-spread * (characters.length - 1)) / 2
  const glyphs = characters.map((character, i) => ({
    character,
    x: first + i * spread,
    y: 0,
    rotation: 0,
    width: Math.min(em, spread * 0.94),
    height: em,
  }))
  return { width, height: 12, frameWidth: framed ? 0.8 : 0, glyphs }
}
