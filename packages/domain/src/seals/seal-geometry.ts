/** One glyph of a seal: its centre in mm from the seal's centre (y downwards), its turn in degrees, its box in mm. */
export interface SealGlyph {
  readonly character: string
  readonly x: number
  readonly y: number
  readonly rotation: number
  readonly width: number
  readonly height: number
}

/** A round company seal in mm: outer diameter, ring line, circumradius of the star, and every glyph. */
export interface RoundSealLayout {
  readonly diameter: number
  readonly ringWidth: number
  readonly starRadius: number
  readonly name: readonly SealGlyph[]
  readonly line: readonly SealGlyph[]
}

/** A framed seal in mm with glyph boxes that the drawn strokes fill from edge to edge. */
export interface FramedSealLayout {
  readonly width: number
  readonly height: number
  readonly frameWidth: number
  readonly glyphs: readonly SealGlyph[]
}

/** Below this width a character of the ring is no longer told from its neighbour, so it gets lower instead. */
const narrowestFactor = 0.55
const gapToRing = 0.6

/** Diameter in mm by company kind, smaller by one size for a purpose seal such as 合同专用章 (domain.md §4.6). */
export function companySealDiameter(companyName: string, line?: string): 38 | 40 | 42 {
  if (companyName.endsWith('股份有限公司')) return line ? 40 : 42
  if (companyName.endsWith('有限公司')) return line ? 38 : 40
  return 38
}

/** Lays out a company seal of 2–50 characters, with an optional horizontal line below the star. */
export function roundSealLayout(companyName: string, line?: string): RoundSealLayout {
  const diameter = companySealDiameter(companyName, line)
  const ringWidth = diameter === 42 ? 1.2 : 1
  const name = arcGlyphs([...companyName], diameter / 2 - ringWidth - gapToRing, 0.105 * diameter)
  const insideName = diameter / 2 - ringWidth - gapToRing - (name[0]?.height ?? 0)
  return {
    diameter,
    ringWidth,
    starRadius: diameter / 6,
    name,
    line: line ? lineGlyphs([...line], diameter, insideName) : [],
  }
}

/** Sweep of the upper arc in degrees for n characters. */
export function arcSweep(n: number): number {
  return Math.min(280, Math.max(120, 16 * n))
}

/** `outer` is the radius of the glyphs' upper edge; their middle runs half a glyph inside it. */
function arcGlyphs(characters: readonly string[], outer: number, fullHeight: number): SealGlyph[] {
  const n = characters.length
  const sweep = arcSweep(n)
  const radians = (sweep * Math.PI) / 180
  const factor = (height: number) => (radians * (outer - height / 2)) / (n * height)
  // factor(height) = narrowestFactor solved for the height.
  const lowered = (radians * outer) / (narrowestFactor * n + radians / 2)
  const height = factor(fullHeight) < narrowestFactor ? lowered : fullHeight
  const width = height * Math.min(1, factor(height))
  const radius = outer - height / 2
  return characters.map((character, i) => {
    const rotation = -sweep / 2 + ((i + 0.5) * sweep) / n
    const angle = (rotation * Math.PI) / 180
    return { character, x: radius * Math.sin(angle), y: -radius * Math.cos(angle), rotation, width, height }
  })
}

function lineGlyphs(characters: readonly string[], diameter: number, insideName: number): SealGlyph[] {
  const y = 0.21 * diameter
  const height = 0.085 * diameter
  const room = 2 * Math.sqrt(insideName ** 2 - (y + height / 2) ** 2)
  const width = Math.min(height, room / characters.length)
  const first = (-width * (characters.length - 1)) / 2
  return characters.map((character, i) => ({ character, x: first + i * width, y, rotation: 0, width, height }))
}

/** What a name seal reads: 2 characters + 之印, 3 + 印, more as they are; dots between name parts are not carved. */
export function nameSealText(name: string): string {
  const characters = [...name].filter((character) => !/[\s·•・]/.test(character))
  const ending = characters.length < 3 ? '之印' : characters.length === 3 ? '印' : ''
  return characters.join('') + ending
}

/** A square name seal, 20 mm unless told: columns from right to left, each read downwards. */
export function squareSealLayout(name: string, width = 20, frameWidth = 1): FramedSealLayout {
  const characters = [...nameSealText(name)]
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
