import { expect, test } from 'vitest'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { subset } from '@moqi/pdf/fonts/truetype-font'
import { certify, contradicts, findings, judge, look, stream, text } from '../testing/fills.ts'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { programKey, readGlyphPrograms } from './glyph-programs.ts'

const { amount, amountAppearance } = numbers
const hex = (value: number) => value.toString(16).padStart(4, '0')

/** How the codes of a font lead to its glyphs. */
type Mapping = 'as they are' | 'by a map' | 'by a map that ends early'

/** A font of the glyphs for `drawn` that says they are the characters of `said`, in six objects from `number` on. */
function fontOf(
  number: number,
  drawn: string,
  said = drawn,
  mapping: Mapping = 'as they are',
): { objects: WrittenObject[]; shown: string } {
  const { fontFile, glyphs, widths } = subset(notoSans(), drawn)
  const glyphOf = (character: string) => glyphs.get(character) ?? 0
  const codeOf = (character: string) => (mapping === 'by a map' ? character.codePointAt(0) : glyphOf(character)) ?? 0
  const map = Buffer.alloc(mapping === 'by a map' ? 0x80 : 0)
  if (map.length > 0) for (const character of drawn) map.writeUInt16BE(glyphOf(character), codeOf(character) * 2)
  const codes = [...drawn].map((character) => hex(codeOf(character)))
  const pairs = codes.map((code, at) => `<${code}> <${hex(said.codePointAt(at) ?? 0)}>`)
  const bodies = [
    `<</Type/Font/Subtype/Type0/BaseFont/A+N/Encoding/Identity-H/DescendantFonts[${number + 1} 0 R]/ToUnicode ${number + 4} 0 R>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/A+N/CIDToGIDMap ${mapping === 'as they are' ? '/Identity' : `${number + 5} 0 R`}/DW 600/FontDescriptor ${number + 2} 0 R${mapping === 'by a map' ? '' : `/W[0[${widths.join(' ')}]]`}>>`,
    `<</Type/FontDescriptor/FontName/A+N/Flags 4/FontFile2 ${number + 3} 0 R>>`,
    stream(fontFile.toString('latin1'), `/Length1 ${fontFile.length}`),
    stream(`begincmap ${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar endcmap`),
    stream(map.toString('latin1')),
  ]
  return { objects: bodies.map((body, at) => ({ number: number + at, body })), shown: `<${codes.join('')}> Tj` }
}

/** A page font with these characters in the signed file. */
const signedWith = (characters: string, said = characters) =>
  certify(appendIncrement(foreignPdf({ 3: '/Thumb 30 0 R' }), fontOf(30, characters, said).objects))

async function filledWith(signed: Buffer, value: string, { objects, shown }: ReturnType<typeof fontOf>) {
  const increment = [
    { number: amount, body: sourceOf(signed, amount).replace(/>>$/, `/V(${value})>>`) },
    { number: amountAppearance, body: look(text(shown), '/Font<</F 40 0 R>>') },
    ...objects,
  ]
  return findings(await judge(appendIncrement(signed, increment)))
}

test('V3: a font that draws 9 and says 1 is found out by the 9 of another font', async () => {
  const signed = await signedWith('0123456789')
  expect(await filledWith(signed, '102', fontOf(40, '102'))).toEqual([])
  expect(await filledWith(signed, '102', fontOf(40, '902', '102'))).toEqual(contradicts)
})

test.each(['by a map', 'by a map that ends early'] as const)('V3: glyphs are found %s', async (mapping) => {
  const signed = await signedWith('0123456789')
  expect(await filledWith(signed, '102', fontOf(40, '102', '102', mapping))).toEqual([])
  expect(await filledWith(signed, '102', fontOf(40, '902', '102', mapping))).toEqual(contradicts)
})

test('V3: what looks alike may mean either, and a font without a fellow says what it likes', async () => {
  expect(await filledWith(await signedWith('O'), '0', fontOf(40, 'O', '0'))).toEqual([])
  expect(await filledWith(await signedWith('5'), '102', fontOf(40, '902', '102'))).toEqual([])
  expect(await filledWith(await signedWith('—'), '-', fontOf(40, '—', '-'))).toEqual([])
})

test('outlines are read within their file, and composite ones have none', () => {
  const { fontFile, glyphs } = subset(notoSans(), '9')
  const programs = readGlyphPrograms(fontFile)
  expect(programKey(programs?.(glyphs.get('9') ?? 0) ?? Buffer.alloc(0))).toMatch(/=$/)
  expect(programs?.(60_000)).toBeUndefined()
  expect(programKey(Buffer.from('ffff0000000000000000', 'hex'))).toBeUndefined()
  for (let length = 0; length < fontFile.length; length += 7) {
    expect(() => readGlyphPrograms(fontFile.subarray(0, length))?.(1)).not.toThrow()
  }
})
