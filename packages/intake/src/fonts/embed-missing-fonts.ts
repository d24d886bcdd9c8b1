import { deflateSync } from 'node:zlib'
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core'
import type { TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { substitutableFont, unembeddedFonts } from '../unembedded-fonts.ts'
import { descriptorOf, identitySystem, subsetTag } from './font-dictionaries.ts'
import { codeToGlyphMap, codeToUnicodeMap } from './character-maps.ts'
import { fittedSubset, type Place } from './fitted-subset.ts'
import { compositeWidths, simpleWidths, type WidthOf } from './old-widths.ts'
import { shownText } from './shown-text.ts'
import { compositeEncoding, simpleEncoding, type TextEncoding } from './text-encoding.ts'
import { substituteFace } from './substitute-face.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

interface OldFont {
  readonly name: string
  readonly encoding: TextEncoding
  readonly widthOf: WidthOf
  readonly descendant: PdfDict | undefined
  readonly descriptor: PdfDict | undefined
}

/** A used code with what it shows; its glyph is its place in the list, from 1. */
interface UsedCode extends Place {
  readonly code: number
}

/**
 * Gives fonts that pages use without embedding them a subset of Noto Sans SC or Noto Serif SC, with the old codes and
 * widths, so that neither text nor layout changes. Fonts for which that is not certain stay as they are, and with them
 * every font of a document whose content cannot be read for certain. Returns the names of those embedded, each once.
 */
export function embedMissingFonts(pdf: PDF, pages: readonly PdfDict[]): string[] {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  if (unembeddedFonts(pages, resolve).length === 0) return []
  const form = pdf.context.catalog
    .getDict()
    .getDict('AcroForm', resolve)
    ?.getDict('DR', resolve)
    ?.getDict('Font', resolve)
  // Fields of a form that is kept show whatever their values are, also when a reader draws them anew.
  const forForm = new Set([...(form ?? [])].map(([key]) => form?.getDict(key.value, resolve)))
  const substitutes: Substitute[] = []
  for (const [font, strings] of readable(pages, resolve)) {
    const name = substitutableFont(font, resolve)
    const certain = name !== undefined && !forForm.has(font)
    const substitute = certain ? substituteFor(font, name, { strings, resolve }) : undefined
    if (substitute) substitutes.push(substitute)
    // libpdf rewrites such a name in other bytes, and readers choose the look-alike by the name.
    else if (name !== undefined && !/^[ -~]*$/.test(name)) return []
  }
  for (const substitute of substitutes) replaceFont(pdf, substitute)
  return [...new Set(substitutes.map(({ old }) => old.name))]
}

interface Usage {
  readonly strings: readonly Uint8Array[]
  readonly resolve: Resolve
}

function substituteFor(font: PdfDict, name: string, { strings, resolve }: Usage): Substitute | undefined {
  const old = oldFont(font, name, resolve)
  const used = old && usedCodes(old, strings)
  if (!old || !used) return undefined
  const face = substituteFace(old.name, old.descriptor?.getNumber('Flags', resolve)?.value)
  const fontFile = fittedSubset(face, used)
  return fontFile && { font, old, used, face, fontFile }
}

/** A content stream that cannot be decoded or read is no reason to refuse an upload here. */
function readable(pages: readonly PdfDict[], resolve: Resolve): Map<PdfDict, Uint8Array[]> {
  try {
    return shownText(pages, resolve)
  } catch {
    return new Map()
  }
}

function oldFont(font: PdfDict, name: string, resolve: Resolve): OldFont | undefined {
  if (font.getName('Subtype', resolve)?.value !== 'Type0') {
    const encoding = simpleEncoding(font, resolve)
    const widthOf = simpleWidths(font, resolve)
    const descriptor = font.getDict('FontDescriptor', resolve)
    return encoding && widthOf && { name, encoding, widthOf, descriptor, descendant: undefined }
  }
  const descendant = font.getArray('DescendantFonts', resolve)?.at(0, resolve)
  const encoding = compositeEncoding(font, resolve)
  if (!encoding || !(descendant instanceof PdfDict) || descendant.has('W2')) return undefined
  const widthOf = compositeWidths(descendant, encoding, resolve)
  const descriptor = descendant.getDict('FontDescriptor', resolve)
  return widthOf && { name, encoding, widthOf, descriptor, descendant }
}

/** The distinct codes in order, or undefined when one of them is uncertain. */
function usedCodes({ encoding, widthOf }: OldFont, strings: readonly Uint8Array[]): UsedCode[] | undefined {
  const used = new Map<number, UsedCode>()
  for (const string of strings) {
    const codes = encoding.codes(string)
    if (!codes) return undefined
    for (const code of codes) {
      if (used.has(code)) continue
      const character = encoding.characterOf(code)
      const width = widthOf(code)
      if (character === undefined || width === undefined) return undefined
      // Punctuation has other shapes in vertical writing; ideographs do not.
      if (encoding.vertical && !/\p{Script=Han}/u.test(character)) return undefined
      used.set(code, { code, character, width })
    }
  }
  return [...used.values()].toSorted((a, b) => a.code - b.code)
}

interface Substitute {
  readonly font: PdfDict
  readonly old: OldFont
  readonly used: readonly UsedCode[]
  readonly face: TrueTypeFont
  readonly fontFile: Buffer
}

/** Turns the font's dictionary into a composite font (ISO 32000-1 §9.7) whose own CMap leads codes to the subset. */
function replaceFont(pdf: PDF, { font, old, used, face, fontFile }: Substitute): void {
  const baseFont = PdfName.of(`${subsetTag(fontFile)}+${face.name}`)
  const stream = (entries: Record<string, PdfObject>, data: Buffer) =>
    pdf.context.register(
      PdfStream.fromDict({ ...entries, Filter: PdfName.of('FlateDecode') }, new Uint8Array(deflateSync(data))),
    )
  const descriptor = pdf.context.register(
    PdfDict.of({
      ...descriptorOf(face),
      FontName: baseFont,
      FontFile2: stream({ Length1: PdfNumber.of(fontFile.length) }, fontFile),
    }),
  )
  const descendant = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('CIDFontType2'),
    BaseFont: baseFont,
    CIDSystemInfo: identitySystem(),
    FontDescriptor: descriptor,
    CIDToGIDMap: stream({}, sameNumbers(used.length)),
    DW: PdfNumber.of(1000),
    W: PdfArray.of(PdfNumber.of(1), PdfArray.of(...used.map(({ width }) => PdfNumber.of(width)))),
  })
  const vertical = old.descendant?.get('DW2')
  if (vertical) descendant.set('DW2', vertical)
  const codeMap = {
    Type: PdfName.of('CMap'),
    CMapName: PdfName.of('Moqi-Codes'),
    CIDSystemInfo: identitySystem(),
    WMode: PdfNumber.of(old.encoding.vertical ? 1 : 0),
  }
  const entries = {
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type0'),
    BaseFont: baseFont,
    Encoding: stream(codeMap, codeToGlyphMap(old.encoding, used)),
    DescendantFonts: PdfArray.of(pdf.context.register(descendant)),
    ToUnicode: stream({}, codeToUnicodeMap(old.encoding, used)),
  }
  for (const key of font.keys()) font.delete(key)
  for (const [key, value] of Object.entries(entries)) font.set(key, value)
}

/** CIDs are glyph numbers; written out, because readers differ in what they take for granted. */
function sameNumbers(last: number): Buffer {
  const map = Buffer.alloc((last + 1) * 2)
  for (let glyph = 1; glyph <= last; glyph++) map.writeUInt16BE(glyph, glyph * 2)
  return map
}
