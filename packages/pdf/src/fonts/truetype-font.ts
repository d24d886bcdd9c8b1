/** A font with TrueType outlines (OpenType 1.9 `glyf`), read as far as subsetting needs. */
export interface TrueTypeFont {
  /** PostScript name without style, as fonts in the document are called. */
  name: string
  bytes: Buffer
  tables: Map<string, Buffer>
  /** Design units in one em; the other measures are in these units. */
  unitsPerEm: number
  ascent: number
  descent: number
  box: [number, number, number, number]
  /** 0 when the font has no such character. */
  glyphOf: (codePoint: number) => number
  widthOf: (glyph: number) => number
  outlineOf: (glyph: number) => Buffer
}

/** A font file without what subsetting needs. */
export class UnusableFont extends Error {
  override name = 'UnusableFont'
}

/** Reads the table directory; the outlines stay in `bytes`. Throws `UnusableFont`. */
export function readFont(bytes: Buffer, name: string): TrueTypeFont {
  const tables = new Map<string, Buffer>()
  for (let i = 0; i < bytes.readUInt16BE(4); i++) {
    const at = 12 + i * 16
    const offset = bytes.readUInt32BE(at + 8)
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12)))
  }
  const head = fontTable(tables, 'head')
  const hhea = fontTable(tables, 'hhea')
  const loca = fontTable(tables, 'loca')
  const glyf = fontTable(tables, 'glyf')
  const hmtx = fontTable(tables, 'hmtx')
  const longOffsets = head.readInt16BE(50) === 1
  const offsetOf = (glyph: number) => (longOffsets ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  const measured = hhea.readUInt16BE(34)
  return {
    name,
    bytes,
    tables,
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphOf: characterMap(fontTable(tables, 'cmap')),
    widthOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, measured - 1) * 4),
    outlineOf: (glyph) => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1)),
  }
}

/** Format 12 covers every plane (OpenType `cmap`). */
function characterMap(cmap: Buffer): (codePoint: number) => number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.subarray(cmap.readUInt32BE(8 + i * 8)))
  const full = subtables.find((found) => found.readUInt16BE(0) === 12)
  if (!full) throw new UnusableFont('font has no full character map')
  const groups = full.readUInt32BE(12)
  return (codePoint) => {
    let [low, high] = [0, groups - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = 16 + middle * 12
      if (codePoint < full.readUInt32BE(at)) high = middle - 1
      else if (codePoint > full.readUInt32BE(at + 4)) low = middle + 1
      else return full.readUInt32BE(at + 8) + codePoint - full.readUInt32BE(at)
    }
    return 0
  }
}

/** A table's bytes; throws `UnusableFont` when it is missing. */
export function fontTable(tables: Map<string, Buffer>, name: string): Buffer {
  const found = tables.get(name)
  if (!found) throw new UnusableFont(`font has no ${name} table`)
  return found
}

/** A font cut down to the glyphs one text needs, for a Type 0 font with Identity-H. */
export interface Subset {
  fontFile: Buffer
  /** New glyph number of each character of the text, from 1. */
  glyphs: Map<string, number>
  /** Advance widths in 1/1000 em, by new glyph number. */
  widths: number[]
}

/** Characters the font cannot show, each once, in the text's order. */
export function missingGlyphs(font: TrueTypeFont, text: string): string[] {
  return [...new Set(text)].filter((character) => font.glyphOf(character.codePointAt(0) ?? 0) === 0)
}

/** A character the font has no glyph for. */
export class GlyphMissing extends Error {
  override name = 'GlyphMissing'
  readonly character: string

  constructor(character: string) {
    super(`font has no glyph for ${character}`)
    this.character = character
  }
}

/** The subset for the characters of `text`; throws `GlyphMissing`. */
export function subset(font: TrueTypeFont, text: string): Subset {
  const oldGlyphs = [0]
  const glyphs = new Map<string, number>()
  for (const character of text) {
    if (glyphs.has(character)) continue
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0)
    if (glyph === 0) throw new GlyphMissing(character)
    glyphs.set(character, oldGlyphs.push(glyph) - 1)
  }
  const outlines: Buffer[] = []
  // Parts of composite glyphs are added on the way, and are visited in turn.
  for (const glyph of oldGlyphs) outlines.push(withParts(font.outlineOf(glyph), oldGlyphs))
  const scale = 1000 / font.unitsPerEm
  return {
    fontFile: fontFile(font, oldGlyphs, outlines),
    glyphs,
    widths: oldGlyphs.map((glyph) => Math.round(font.widthOf(glyph) * scale)),
  }
}

const moreComponents = 0x20

/** Renumbers the parts of a composite glyph, adding them to `oldGlyphs`. */
function withParts(outline: Buffer, oldGlyphs: number[]): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline
  const copy = Buffer.from(outline)
  let flags = moreComponents
  for (let at = 10; flags & moreComponents; at += componentSize(flags)) {
    flags = copy.readUInt16BE(at)
    const part = copy.readUInt16BE(at + 2)
    const known = oldGlyphs.indexOf(part)
    copy.writeUInt16BE(known >= 0 ? known : oldGlyphs.push(part) - 1, at + 2)
  }
  return copy
}

function componentSize(flags: number): number {
  const offsets = flags & 0x01 ? 4 : 2
  const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
  return 4 + offsets + scale
}

/** A TrueType file with the glyphs `oldGlyphs` renumbered from 0; `outlines` are theirs, in that order. */
export function fontFile(font: TrueTypeFont, oldGlyphs: number[], outlines: Buffer[]): Buffer {
  const loca = Buffer.alloc((outlines.length + 1) * 4)
  const glyf: Buffer[] = []
  let offset = 0
  outlines.forEach((outline, glyph) => {
    const padded = Buffer.concat([outline, Buffer.alloc(-outline.length & 3)])
    glyf.push(padded)
    offset += padded.length
    loca.writeUInt32BE(offset, (glyph + 1) * 4)
  })
  const hmtx = Buffer.alloc(oldGlyphs.length * 4)
  oldGlyphs.forEach((glyph, index) => {
    hmtx.writeUInt16BE(font.widthOf(glyph), index * 4)
    // The left side bearing: an outline is moved so that its left edge stands there (OpenType `hmtx`).
    const outline = outlines[index]
    if (outline && outline.length > 0) hmtx.writeInt16BE(outline.readInt16BE(2), index * 4 + 2)
  })
  const tables = new Map<string, Buffer>([
    ['glyf', Buffer.concat(glyf)],
    ['head', edited(font, 'head', (head) => head.writeInt16BE(1, 50))],
    ['hhea', edited(font, 'hhea', (hhea) => hhea.writeUInt16BE(oldGlyphs.length, 34))],
    ['hmtx', hmtx],
    ['loca', loca],
    ['maxp', edited(font, 'maxp', (maxp) => maxp.writeUInt16BE(oldGlyphs.length, 4))],
  ])
  for (const hinting of ['cvt ', 'fpgm', 'prep']) {
    const found = font.tables.get(hinting)
    if (found) tables.set(hinting, found)
  }
  return assemble(tables)
}

function edited(font: TrueTypeFont, name: string, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(fontTable(font.tables, name))
  change(copy)
  return copy
}

function assemble(tables: Map<string, Buffer>): Buffer {
  const inOrder = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const power = 2 ** Math.floor(Math.log2(inOrder.length))
  const directory = Buffer.alloc(12 + inOrder.length * 16)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(inOrder.length, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((inOrder.length - power) * 16, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  inOrder.forEach(([name, data], index) => {
    const at = 12 + index * 16
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    directory.write(name, at, 'latin1')
    directory.writeUInt32BE(checksum(padded), at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(data.length, at + 12)
    parts.push(padded)
    offset += padded.length
  })
  return Buffer.concat(parts)
}

function checksum(padded: Buffer): number {
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}
