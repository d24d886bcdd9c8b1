import { decodeStream } from '@moqi/pdf/read/decode-stream'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, itemsOf, nameOf, type PdfDict } from '@moqi/pdf/read/values'
import { glyphText } from './glyph-names.ts'
import { readUnicodeMap } from './unicode-map.ts'

/** The text that the bytes of a string show in a font; undefined when that cannot be told. */
export type FontText = (bytes: Buffer) => string | undefined

const known = new WeakMap<PdfDict, FontText>()

/** How a font of a revision reads, worked out once; throws `PdfFault`. */
export function fontTextOf(view: View, font: PdfDict): FontText {
  const cached = known.get(font)
  if (cached) return cached
  const reads = view.name(font, 'Subtype') === 'Type0' ? compositeText(view, font) : simpleText(view, font)
  known.set(font, reads)
  return reads
}

const unknown: FontText = () => undefined

/**
 * A font that the file brings shows whatever its glyphs are, which only its ToUnicode says. Of any other the viewer
 * draws what the codes stand for, whatever a ToUnicode claims.
 */
function simpleText(view: View, font: PdfDict): FontText {
  const subtype = view.name(font, 'Subtype')
  if (subtype !== 'Type1' && subtype !== 'TrueType' && subtype !== 'MMType1') return unknown
  const embedded = isEmbedded(view, font)
  const map = embedded ? unicodeMapOf(view, font) : undefined
  if (/Symbol|Dingbats/.test(view.name(font, 'BaseFont') ?? '')) return unknown
  const encoding = view.get(font, 'Encoding')
  if (embedded && encoding.kind === 'null')
    return map ? (bytes) => joined([...bytes].map((code) => map.get(code))) : unknown
  const codes = codesOf(view, nameOf(encoding), dictOf(encoding))
  return (bytes) => joined([...bytes].map((code) => map?.get(code) ?? codes(code)))
}

function isEmbedded(view: View, font: PdfDict): boolean {
  const descriptor = view.dict(font, 'FontDescriptor')
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.entries.has(key) === true)
}

/** A font's ToUnicode, or undefined; throws `PdfFault`. */
export function unicodeMapOf(view: View, font: PdfDict): Map<number, string> | undefined {
  const stream = view.get(font, 'ToUnicode')
  if (stream.kind !== 'stream') return undefined
  const { budget } = view.file
  return readUnicodeMap(decodeStream(stream, budget), budget)
}

const tables: Record<string, string> = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' }

/** Standard encoding has curved quotation marks where ASCII has straight ones; beyond ASCII it is not read here. */
function standardText(code: number): string | undefined {
  if (code === 0x27) return '’'
  if (code === 0x60) return '‘'
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined
}

/** ISO 32000-2 9.6.5: a base encoding and its differences. */
function codesOf(
  view: View,
  name: string | undefined,
  dict: PdfDict | undefined,
): (code: number) => string | undefined {
  const base = name ?? view.name(dict, 'BaseEncoding') ?? ''
  const table = Object.hasOwn(tables, base) ? tables[base] : undefined
  const decoder = table === undefined ? undefined : new TextDecoder(table)
  const changed = differencesOf(view, dict)
  return (code) => {
    if (changed.has(code)) return changed.get(code)
    return decoder ? decoder.decode(Buffer.from([code])) : standardText(code)
  }
}

function differencesOf(view: View, dict: PdfDict | undefined): Map<number, string | undefined> {
  const changed = new Map<number, string | undefined>()
  let code = 0
  for (const item of itemsOf(view.get(dict, 'Differences'))) {
    const glyph = nameOf(item)
    if (glyph === undefined) code = integerOf(item) ?? code
    else changed.set(code++, glyphText(glyph))
  }
  return changed
}

/** CMaps whose codes are text in a known form (ISO 32000-2 Table 116). */
const forms: [RegExp, string][] = [
  [/^Uni\w*-(?:UCS2|UTF16)-(?:HW-)?[HV]$/, 'utf-16be'],
  [/^(?:GBK|GBKp|GB|GBpc)-EUC-[HV]$|^GBK2K-[HV]$/, 'gb18030'],
  [/^(?:B5pc|ETen-B5|ETenms-B5)-[HV]$/, 'big5'],
  [/^(?:90ms|90msp|90pv|83pv)-RKSJ-[HV]$/, 'shift_jis'],
  [/^(?:KSC|KSCms|KSCpc)-(?:EUC|UHC)-(?:HW-)?[HV]$/, 'euc-kr'],
]

function compositeText(view: View, font: PdfDict): FontText {
  const encoding = view.name(font, 'Encoding') ?? ''
  const form = forms.find(([pattern]) => pattern.test(encoding))?.[1]
  if (form !== undefined) return (bytes) => new TextDecoder(form).decode(bytes)
  const descendant = dictOf(view.resolve(itemsOf(view.get(font, 'DescendantFonts'))[0]))
  const isRead = descendant && isEmbedded(view, descendant) && /^Identity-[HV]$/.test(encoding)
  const map = isRead ? unicodeMapOf(view, font) : undefined
  return map ? (bytes) => joined(pairsOf(bytes).map((code) => map.get(code))) : unknown
}

function pairsOf(bytes: Buffer): number[] {
  return Array.from(
    { length: Math.ceil(bytes.length / 2) },
    (_, at) => (bytes[at * 2] ?? 0) * 256 + (bytes[at * 2 + 1] ?? 0),
  )
}

function joined(parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('')
}
