import { decodeStream } from '../read/decode-stream.ts'
import { PdfFault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, itemsOf, nameOf, type PdfDict, type PdfStream } from '../read/values.ts'
import { comparableText } from './comparable-text.ts'
import { unicodeMapOf } from './font-text.ts'
import { programKey, readGlyphPrograms } from './glyph-programs.ts'

/** What a font says its outlines mean: text by outline. */
type Claims = Map<string, string>

const known = new WeakMap<PdfDict, Claims>()
const maximalFonts = 200

/**
 * V3: whether a font of an appearance gives an outline another meaning than a font elsewhere in the file gives to the
 * very same one: a 9 that is to be read as 1. Fonts whose outlines cannot be told say nothing.
 */
export function contradictsOtherFonts(view: View, fonts: ReadonlySet<PdfDict>): boolean {
  const own = [...fonts].map((font) => claimsOf(view, font)).filter(({ size }) => size > 0)
  if (own.length === 0) return false
  for (const other of compositeFonts(view)) {
    if (fonts.has(other)) continue
    const claims = claimsOf(view, other)
    for (const one of own) if (contradicts(one, claims)) return true
  }
  return false
}

function contradicts(claims: Claims, others: Claims): boolean {
  return [...claims].some(([outline, text]) => {
    const other = others.get(outline)
    return other !== undefined && areDistinct(text, other)
  })
}

/** Latin letters, digits and Chinese characters; of the others too many look alike. */
const clear = /^[0-9A-Za-z\p{Script=Han}]$/u
const alike = /^[Il1O0o]$/

function areDistinct(text: string, other: string): boolean {
  if (text === other || (alike.test(text) && alike.test(other))) return false
  return clear.test(text) && clear.test(other)
}

function* compositeFonts(view: View): Generator<PdfDict> {
  let left = maximalFonts
  for (const number of view.table.keys()) {
    view.file.budget.step()
    const dict = dictOf(view.object(number)?.value)
    if (!dict || nameOf(dict.entries.get('Subtype')) !== 'Type0') continue
    yield dict
    left -= 1
    if (left === 0) return
  }
}

function claimsOf(view: View, font: PdfDict): Claims {
  const cached = known.get(font)
  if (cached) return cached
  let claims: Claims = new Map()
  try {
    claims = readClaims(view, font)
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
  }
  known.set(font, claims)
  return claims
}

function readClaims(view: View, font: PdfDict): Claims {
  const claims: Claims = new Map()
  const file = glyphFile(view, font)
  const texts = file && unicodeMapOf(view, font)
  const programs = file && readGlyphPrograms(decodeStream(file, view.file.budget))
  if (!texts || !programs) return claims
  for (const [code, text] of texts) {
    view.file.budget.step()
    const program = programs(code)
    const key = program && programKey(program)
    if (key !== undefined) claims.set(key, comparableText(text))
  }
  return claims
}

/** The TrueType file of a font whose codes are glyph numbers: Identity-H, and no CIDToGIDMap or an identical one. */
function glyphFile(view: View, font: PdfDict): PdfStream | undefined {
  const descendant = dictOf(view.resolve(itemsOf(view.get(font, 'DescendantFonts'))[0]))
  const glyphs = view.get(descendant, 'CIDToGIDMap')
  const isPlain = glyphs.kind === 'null' || nameOf(glyphs) === 'Identity'
  if (!isPlain || !/^Identity-[HV]$/.test(nameOf(view.get(font, 'Encoding')) ?? '')) return undefined
  const file = view.get(dictOf(view.get(descendant, 'FontDescriptor')), 'FontFile2')
  return file.kind === 'stream' ? file : undefined
}
