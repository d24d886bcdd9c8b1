import { expect, test } from 'vitest'
import { notoSans } from './bundled-fonts.ts'
import { textWidth } from './text-font.ts'
import { fontTable, GlyphMissing, missingGlyphs, readFont, subset, UnusableFont } from './truetype-font.ts'

const font = notoSans()

/** A subset has no `cmap`, which PDF does not need; reading it back does. */
function withCharacterMap(fontFile: Buffer): Buffer {
  const tables = fontFile.readUInt16BE(4)
  const moved = Buffer.concat([fontFile.subarray(0, 12), Buffer.alloc(16), fontFile.subarray(12), characterMap])
  moved.writeUInt16BE(tables + 1, 4)
  for (let i = 1; i <= tables; i++) moved.writeUInt32BE(moved.readUInt32BE(20 + i * 16) + 16, 20 + i * 16)
  moved.write('cmap', 12, 'latin1')
  moved.writeUInt32BE(fontFile.length + 16, 20)
  moved.writeUInt32BE(characterMap.length, 24)
  return moved
}

/** Format 12 without groups. */
const characterMap = Buffer.from('000000010003000a0000000c000c0000000000100000000000000000', 'hex')

test('a subset holds the glyphs of its text, renumbered from one, with their outlines', () => {
  const { fontFile, glyphs, widths } = subset(font, '墨契墨A')
  expect([...glyphs]).toEqual([
    ['墨', 1],
    ['契', 2],
    ['A', 3],
  ])
  const read = readFont(withCharacterMap(fontFile), 'subset')
  for (const [character, glyph] of glyphs) {
    const original = font.outlineOf(font.glyphOf(character.codePointAt(0) ?? 0))
    expect(read.outlineOf(glyph).subarray(0, original.length)).toEqual(original)
    expect(original.length).toBeGreaterThan(0)
  }
  expect(widths).toHaveLength(4)
  expect(widths[1]).toBe(1000)
  expect(read.widthOf(3)).toBe(font.widthOf(font.glyphOf(0x41)))
})

test('a glyph keeps its left side bearing, so that it does not stick to its neighbour', () => {
  const { fontFile, glyphs } = subset(font, '自日')
  const hmtx = fontTable(readFont(withCharacterMap(fontFile), 'subset').tables, 'hmtx')
  const original = fontTable(font.tables, 'hmtx')
  for (const [character, glyph] of glyphs) {
    const bearing = original.readInt16BE(font.glyphOf(character.codePointAt(0) ?? 0) * 4 + 2)
    expect(bearing).toBeGreaterThan(50)
    expect(hmtx.readInt16BE(glyph * 4 + 2)).toBe(bearing)
  }
})

test('a short text takes a few kilobytes of ten megabytes', () => {
  expect(subset(font, '测试证书，无法律效力').fontFile.length).toBeLessThan(20_000)
})

test('the parts of a composite glyph come along, renumbered', () => {
  const glyphOf = (character: string) => font.glyphOf(character.codePointAt(0) ?? 0)
  // Ä as two parts: A with word offsets and more to come, then the diaeresis with byte offsets.
  const composite = Buffer.alloc(24)
  composite.writeInt16BE(-1, 0)
  composite.writeUInt16BE(0x21, 10)
  composite.writeUInt16BE(glyphOf('A'), 12)
  composite.writeUInt16BE(0x02, 18)
  composite.writeUInt16BE(glyphOf('¨'), 20)
  const outlineOf = (glyph: number) => (glyph === glyphOf('Ä') ? composite : font.outlineOf(glyph))
  const { fontFile, widths } = subset({ ...font, outlineOf }, 'ÄA')
  const read = readFont(withCharacterMap(fontFile), 'subset')
  expect(widths).toHaveLength(4)
  expect(read.outlineOf(1).readUInt16BE(12)).toBe(2)
  expect(read.outlineOf(1).readUInt16BE(20)).toBe(3)
  const diaeresis = font.outlineOf(glyphOf('¨'))
  expect(read.outlineOf(3).subarray(0, diaeresis.length)).toEqual(diaeresis)
})

test('characters the font lacks are named', () => {
  expect(missingGlyphs(font, '张三😀A😀')).toEqual(['😀'])
  expect(() => subset(font, '张😀')).toThrow(new GlyphMissing('😀'))
})

test('a Chinese character is one em wide', () => {
  expect(textWidth(font, '测试')).toBe(2)
  expect(textWidth(font, '')).toBe(0)
})

test('a file that lacks a table is refused', () => {
  expect(() => readFont(Buffer.from('000100000000000000000000', 'hex'), 'empty')).toThrow(UnusableFont)
})
