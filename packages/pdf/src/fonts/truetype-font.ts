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
