import { ValueReader } from '../read/parse-value.ts'
import type { PdfDict, PdfRef, PdfValue } from '../read/values.ts'

/**
 * Values of PDF syntax (ISO 32000-1 §7.3) as source: written by hand, because a signature writes only a dozen objects,
 * and those that were read.
 */

/** The name of an indirect object. */
export interface Ref {
  number: number
  generation: number
}

/** An indirect reference, as source. */
export const reference = ({ number, generation }: Ref): string => `${number} ${generation} R`

/** A number with at most three decimals: a thousandth of a point is 0.35 µm. */
export const decimal = (value: number): string => String(Math.round(value * 1000) / 1000)

/** An array of such numbers. */
export const decimals = (...values: number[]): string => `[${values.map(decimal).join(' ')}]`

/** A text string: ASCII stays readable, everything else is UTF-16BE with a byte order mark. */
export function textString(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return `(${value.replace(/[\\()]/g, '\\$&')})`
  const utf16 = Buffer.from(value, 'utf16le').swap16()
  return `<FEFF${utf16.toString('hex').toUpperCase()}>`
}

const beijingOffset = 8 * 60 * 60 * 1000

/** A date in Beijing time, D:YYYYMMDDHHmmSS+08'00' (§7.9.4). */
export function dateString(at: Date): string {
  const beijing = new Date(at.getTime() + beijingOffset)
  return `(D:${beijing.toISOString().replace(/[-:T]|\..*/g, '')}+08'00')`
}

/** A name, given one character a byte: anything but a regular character is written #xx (§7.3.5). */
export const nameObject = (value: string): string => `/${value.replace(/[^!$&-'*-.0-;=?-Z\\^-z|~"+]|#/g, hexEscape)}`

const hexEscape = (character: string) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/** A dictionary from entries of source by key, some of them replaced or dropped. */
export function dictionary(
  entries: ReadonlyMap<string, string>,
  changes: Readonly<Record<string, string>> = {},
  dropped: string[] = [],
): string {
  return `<<${dictionaryBody(entries, changes, dropped)}>>`
}

/** The same without `<<` and `>>`, so that entries can be added later. */
export function dictionaryBody(
  entries: ReadonlyMap<string, string>,
  changes: Readonly<Record<string, string>> = {},
  dropped: string[] = [],
): string {
  const merged = new Map([...entries, ...Object.entries(changes)])
  for (const key of dropped) merged.delete(key)
  return [...merged].map(([key, value]) => `${nameObject(key)} ${value}`).join('')
}

/** How a document writes its cross-reference sections; increments must not change it (ISO 32000-1 §7.5.8.4). */
export interface XrefStyle {
  xref: 'table' | 'stream'
  /** Entries every trailer repeats, as PDF source: /Root, /Info and /ID. */
  trailer: string
}

/** The source of a value that was read; of a stream its dictionary's. `written` says how a reference is. */
export function sourceOf(value: PdfValue, written: (ref: PdfRef) => string = reference): string {
  switch (value.kind) {
    case 'ref':
      return written(value)
    case 'name':
      return nameObject(value.value)
    case 'number':
      return exactNumber(value.value)
    case 'string':
      return stringSource(value.bytes)
    case 'boolean':
      return String(value.value)
    case 'array':
      return `[${value.items.map((item) => sourceOf(item, written)).join(' ')}]`
    case 'dict':
      return `<<${[...value.entries].map(([key, entry]) => `${nameObject(key)} ${sourceOf(entry, written)}`).join('')}>>`
    case 'stream':
      return sourceOf(value.dict, written)
    case 'null':
      return 'null'
  }
}

/** ASCII stays readable; of anything else no byte needs escaping. */
function stringSource(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return /^[\x20-\x7e]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<${bytes.toString('hex')}>`
}

/** A dictionary's values as source, by key; none without one. */
export function entrySources(dict: PdfDict | undefined): Map<string, string> {
  return new Map([...(dict?.entries ?? [])].map(([key, value]) => [key, sourceOf(value)]))
}

/** The value that a source writes, one character a byte; throws `PdfFault` for what writes none. */
export const valueOf = (source: string): PdfValue => new ValueReader(Buffer.from(source, 'latin1'), 0).value()

/** A dictionary by the source of its entries, without `<<` and `>>`; throws `PdfFault`. */
export function dictFrom(entries: string): PdfDict {
  const value = valueOf(`<<${entries}>>`)
  if (value.kind !== 'dict') throw new TypeError(`no entries: ${entries}`)
  return value
}

/** Every digit is kept: a page box that changes by rounding reads as a change of the page. PDF has no exponents. */
function exactNumber(value: number): string {
  const shortest = String(value)
  return shortest.includes('e') ? value.toFixed(12) : shortest
}
