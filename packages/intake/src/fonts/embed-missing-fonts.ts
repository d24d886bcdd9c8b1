import { deflateSync } from 'node:zlib'
import { compositeFont, identitySystem } from '@moqi/pdf/fonts/text-font'
import type { TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { dictOf, type PdfDict } from '@moqi/pdf/read/values'
import type { EditableView } from '@moqi/pdf/write/editable-view'
import { dictFrom, reference, sourceOf } from '@moqi/pdf/write/pdf-syntax'
import { substitutableFont, unembeddedFonts } from '../unembedded-fonts.ts'
import { codeToGlyphMap, codeToUnicodeMap } from './character-maps.ts'
import { fittedSubset, type Place } from './fitted-subset.ts'
import { compositeWidths, simpleWidths, type WidthOf } from './old-widths.ts'
import { shownText } from './shown-text.ts'
import { compositeEncoding, simpleEncoding, type TextEncoding } from './text-encoding.ts'
import { substituteFace } from './substitute-face.ts'

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
export function embedMissingFonts(view: EditableView, pages: readonly PdfDict[]): string[] {
  if (unembeddedFonts(view, pages).length === 0) return []
  const form = view.dict(view.dict(view.dict(view.catalog, 'AcroForm'), 'DR'), 'Font')
  // Fields of a form that is kept show whatever their values are, also when a reader draws them anew.
  const forForm = new Set([...(form?.entries.values() ?? [])].map((font) => dictOf(view.resolve(font))))
  const substitutes: Substitute[] = []
  for (const [font, strings] of readable(view, pages)) {
    const name = forForm.has(font) ? undefined : substitutableFont(view, font)
    const substitute = name === undefined ? undefined : substituteFor(view, font, name, strings)
    if (substitute) substitutes.push(substitute)
  }
  for (const substitute of substitutes) replaceFont(view, substitute)
  return [...new Set(substitutes.map(({ old }) => old.name))]
}

function substituteFor(
  view: EditableView,
  font: PdfDict,
  name: string,
  strings: readonly Uint8Array[],
): Substitute | undefined {
  const old = oldFont(view, font, name)
  const used = old && usedCodes(old, strings)
  if (!old || !used) return undefined
  const face = substituteFace(old.name, view.number(old.descriptor, 'Flags'))
  const fontFile = fittedSubset(face, used)
  return fontFile && { font, old, used, face, fontFile }
}

/** A content stream that cannot be decoded or read is no reason to refuse an upload here. */
function readable(view: EditableView, pages: readonly PdfDict[]): Map<PdfDict, Uint8Array[]> {
  try {
    return shownText(view, pages)
  } catch {
    return new Map()
  }
}

function oldFont(view: EditableView, font: PdfDict, name: string): OldFont | undefined {
  if (view.name(font, 'Subtype') !== 'Type0') {
    const encoding = simpleEncoding(view, font)
    const widthOf = simpleWidths(view, font)
    const descriptor = view.dict(font, 'FontDescriptor')
    return encoding && widthOf && { name, encoding, widthOf, descriptor, descendant: undefined }
  }
  const descendant = dictOf(view.items(font, 'DescendantFonts')[0])
  const encoding = compositeEncoding(view, font)
  if (!encoding || !descendant || descendant.entries.has('W2')) return undefined
  const widthOf = compositeWidths(view, descendant, encoding)
  return widthOf && { name, encoding, widthOf, descriptor: view.dict(descendant, 'FontDescriptor'), descendant }
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
function replaceFont({ writer }: EditableView, { font, old, used, face, fontFile }: Substitute): void {
  const coded = (entries: string, data: Buffer) =>
    reference(writer.newStream(`${entries}/Filter/FlateDecode`, deflateSync(data)))
  const vertical = old.descendant?.entries.get('DW2')
  const codeMap = `/Type/CMap/CMapName/Moqi-Codes${identitySystem}/WMode ${old.encoding.vertical ? 1 : 0}`
  const widths = used.map(({ width }) => width).join(' ')
  const entries = compositeFont(writer, face, fontFile, {
    encoding: ` ${coded(codeMap, codeToGlyphMap(old.encoding, used))}`,
    toUnicode: coded('', codeToUnicodeMap(old.encoding, used)),
    descendant:
      `/CIDToGIDMap ${coded('', sameNumbers(used.length))}/DW 1000/W[1[${widths}]]` +
      (vertical ? `/DW2 ${sourceOf(vertical)}` : ''),
  })
  font.entries = dictFrom(entries).entries
}

/** CIDs are glyph numbers; written out, because readers differ in what they take for granted. */
function sameNumbers(last: number): Buffer {
  const map = Buffer.alloc((last + 1) * 2)
  for (let glyph = 1; glyph <= last; glyph++) map.writeUInt16BE(glyph, glyph * 2)
  return map
}
