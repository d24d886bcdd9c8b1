import { fontTable, type TrueTypeFont } from './truetype-font.ts'

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
  const names = [...tables.keys()].toSorted()
  const power = 2 ** Math.floor(Math.log2(names.length))
  const directory = Buffer.alloc(12 + names.length * 16)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(names.length, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((names.length - power) * 16, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  names.forEach((name, index) => {
    const data = fontTable(tables, name)
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
