import { decodeStream } from '@moqi/pdf/read/decode-stream'
import { PdfFault } from '@moqi/pdf/read/fault'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, itemsOf, nameOf, type PdfDict, type PdfStream } from '@moqi/pdf/read/values'
import { comparableText } from './comparable-text.ts'
import { unicodeMapOf } from './font-text.ts'
import { type GlyphProgram, programKey, readGlyphPrograms } from './glyph-programs.ts'

/** What a font says its outlines mean. */
interface Claims {
  /** Texts by outline: codes may share one. */
  texts: Map<string, Set<string>>
  /** The outline for codes without a glyph, which may be said to mean any of them. */
  missing: string | undefined
}

const known = new WeakMap<PdfDict, Claims>()
const maximalFonts = 200

/**
 * V3: whether a font of an appearance gives an outline another meaning than a font elsewhere in the file gives to the
 * very same one: a 9 that is to be read as 1. Fonts whose outlines cannot be told say nothing.
 */
export function contradictsOtherFonts(view: View, fonts: ReadonlySet<PdfDict>): boolean {
  const own = [...fonts].map((font) => claimsOf(view, font)).filter(({ texts }) => texts.size > 0)
  if (own.length === 0) return false
  for (const other of compositeFonts(view)) {
    if (fonts.has(other)) continue
    const claims = claimsOf(view, other)
    for (const one of own) if (contradicts(one, claims)) return true
  }
  return false
}

function contradicts(claims: Claims, others: Claims): boolean {
  return [...claims.texts].some(([outline, texts]) => {
    const other = outline === others.missing ? [] : [...(others.texts.get(outline) ?? [])]
    return other.length > 0 && [...texts].some((text) => other.every((one) => areDistinct(text, one)))
  })
}

/** Latin letters, digits and Chinese characters; of the others too many look alike. Some fonts have capitals only. */
const clear = /^[0-9A-Za-z\p{Script=Han}]$/u
const alike = /^[Il1O0o]$/

function areDistinct(text: string, other: string): boolean {
  if (text.toLowerCase() === other.toLowerCase() || (alike.test(text) && alike.test(other))) return false
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
  let claims: Claims = { texts: new Map(), missing: undefined }
  try {
    claims = readClaims(view, font)
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
  }
  known.set(font, claims)
  return claims
}

function readClaims(view: View, font: PdfDict): Claims {
  const texts = new Map<string, Set<string>>()
  const file = glyphFile(view, font)
  const said = file && unicodeMapOf(view, font)
  const programs = file && readGlyphPrograms(decodeStream(file, view.file.budget))
  if (!said || !programs) return { texts, missing: undefined }
  const keyOf = keysOf(programs)
  const glyphOf = glyphsOf(view, descendantOf(view, font))
  for (const [code, text] of said) {
    view.file.budget.step()
    const key = keyOf(glyphOf(code))
    if (key !== undefined) texts.set(key, (texts.get(key) ?? new Set()).add(comparableText(text)))
  }
  return { texts, missing: keyOf(0) }
}

/** Outlines by glyph, each worked out once. */
function keysOf(programs: GlyphProgram): (glyph: number) => string | undefined {
  const keys = new Map<number, string | undefined>()
  return (glyph) => {
    if (!keys.has(glyph)) {
      const program = programs(glyph)
      keys.set(glyph, program && programKey(program))
    }
    return keys.get(glyph)
  }
}

const descendantOf = (view: View, font: PdfDict) => dictOf(view.resolve(itemsOf(view.get(font, 'DescendantFonts'))[0]))

/** The TrueType file of a font whose codes are CIDs: Identity-H or Identity-V. */
function glyphFile(view: View, font: PdfDict): PdfStream | undefined {
  if (!/^Identity-[HV]$/.test(view.name(font, 'Encoding') ?? '')) return undefined
  const file = view.get(view.dict(descendantOf(view, font), 'FontDescriptor'), 'FontFile2')
  return file.kind === 'stream' ? file : undefined
}

/** Glyphs by CID: two bytes each in a map (ISO 32000-2 Table 115); readers take those behind its end as they are. */
function glyphsOf(view: View, descendant: PdfDict | undefined): (cid: number) => number {
  const stream = view.get(descendant, 'CIDToGIDMap')
  if (stream.kind !== 'stream') return (cid) => cid
  const map = decodeStream(stream, view.file.budget)
  return (cid) => (cid * 2 + 2 <= map.length ? map.readUInt16BE(cid * 2) : cid)
}
