import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, nameOf, type PdfDict, textOf } from '@moqi/pdf/read/values'
import { gb1Character, gb1Cid } from './gb1-characters.ts'

/** How the strings shown in a font become characters, for fonts where that is certain. */
export interface TextEncoding {
  /** Codespace ranges for a CMap (ISO 32000-1 §9.7.6.2), as hex without brackets. */
  readonly ranges: readonly (readonly [string, string])[]
  readonly vertical: boolean
  /** Character codes of a string; undefined when it ends within one. */
  readonly codes: (shown: Uint8Array) => number[] | undefined
  /** Hex digits of a code as strings hold it. */
  readonly hex: (code: number) => string
  readonly characterOf: (code: number) => string | undefined
  /** The CID that the old font's widths go by; undefined for one-byte fonts and where it is not known. */
  readonly cidOf: (code: number) => number | undefined
}

/** The encoding of a composite font with a predefined CMap for Adobe-GB1 (§9.7.5.2), or undefined. */
export function compositeEncoding(view: View, font: PdfDict): TextEncoding | undefined {
  const [descendant] = view.items(font, 'DescendantFonts')
  const system = view.dict(dictOf(descendant), 'CIDSystemInfo')
  if (textOf(view.get(system, 'Ordering')) !== 'GB1') return undefined
  const [, name = '', direction] = /^(.*)-([HV])$/.exec(view.name(font, 'Encoding') ?? '') ?? []
  const encoding = horizontalEncoding(name)
  return encoding && { ...encoding, vertical: direction === 'V' }
}

function horizontalEncoding(name: string): Omit<TextEncoding, 'vertical'> | undefined {
  if (name === 'Identity') return { ...twoBytes, characterOf: gb1Character, cidOf: (code) => code }
  if (name === 'UniGB-UCS2' || name === 'UniGB-UTF16') {
    return { ...twoBytes, characterOf: utf16Character, cidOf: cidOf(utf16Character, 'proportional') }
  }
  const latin = gbkMaps.get(name)
  return latin && { ...mixedBytes, characterOf: gbkCharacter, cidOf: cidOf(gbkCharacter, latin) }
}

/** The encoding of a one-byte font with WinAnsi or MacRoman encoding without differences (§9.6.6), or undefined. */
export function simpleEncoding(view: View, font: PdfDict): TextEncoding | undefined {
  const encoding = view.get(font, 'Encoding')
  const described = dictOf(encoding)
  if (described?.entries.has('Differences')) return undefined
  const label = labels.get((described ? view.name(described, 'BaseEncoding') : nameOf(encoding)) ?? '')
  if (!label) return undefined
  const decoder = new TextDecoder(label)
  return {
    ranges: [['00', 'ff']],
    vertical: false,
    codes: (shown) => [...shown],
    hex: (code) => digits(code, 2),
    characterOf: (code) => visible(decoder.decode(Uint8Array.of(code))),
    cidOf: () => undefined,
  }
}

const labels = new Map([
  ['WinAnsiEncoding', 'windows-1252'],
  ['MacRomanEncoding', 'macintosh'],
])

/** CMaps of GBK and its parts, by the Latin characters they lead to. */
const gbkMaps = new Map<string, 'proportional' | 'half-width'>([
  ['GB-EUC', 'half-width'],
  ['GBK-EUC', 'half-width'],
  ['GBpc-EUC', 'proportional'],
  ['GBKp-EUC', 'proportional'],
  ['GBK2K', 'proportional'],
])

const digits = (code: number, count: number) => code.toString(16).padStart(count, '0')

const twoBytes = {
  ranges: [['0000', 'ffff']],
  hex: (code: number) => digits(code, 4),
  codes(shown: Uint8Array) {
    if (shown.length % 2) return undefined
    return Array.from({ length: shown.length / 2 }, (_, i) => ((shown[2 * i] ?? 0) << 8) | (shown[2 * i + 1] ?? 0))
  },
} as const

/** Codes of four bytes (GB 18030) are left to readers, as are the private ones of Macintosh systems above FE. */
const mixedBytes = {
  ranges: [
    ['00', '80'],
    ['8140', 'fefe'],
  ],
  hex: (code: number) => digits(code, code < 0x100 ? 2 : 4),
  codes(shown: Uint8Array) {
    const codes: number[] = []
    for (let at = 0; at < shown.length; at++) {
      const lead = shown[at] ?? 0
      if (lead <= 0x80) {
        codes.push(lead)
        continue
      }
      const trail = shown[++at] ?? 0
      if (lead === 0xff || trail < 0x40 || trail > 0xfe) return undefined
      codes.push((lead << 8) | trail)
    }
    return codes
  },
} as const

/** A surrogate means a character of two codes, which no CMap entry of two bytes can name. */
function utf16Character(code: number): string | undefined {
  return code >= 0xd800 && code <= 0xdfff ? undefined : visible(String.fromCharCode(code))
}

const gb18030 = new TextDecoder('gb18030')

function gbkCharacter(code: number): string | undefined {
  return visible(gb18030.decode(code < 0x100 ? Uint8Array.of(code) : Uint8Array.of(code >> 8, code & 0xff)))
}

/** Control characters, private ones and bytes without a meaning show differently in each reader. */
function visible(character: string): string | undefined {
  const one = [...character].length === 1
  return one && !/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(character) ? character : undefined
}

function cidOf(characterOf: (code: number) => string | undefined, latin: 'proportional' | 'half-width') {
  return (code: number) => {
    const character = characterOf(code)
    return character === undefined ? undefined : gb1Cid(character, latin)
  }
}
