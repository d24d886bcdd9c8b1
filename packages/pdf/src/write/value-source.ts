import { ValueReader } from '../read/parse-value.ts'
import type { PdfDict, PdfRef, PdfValue } from '../read/values.ts'
import { nameObject, reference } from './pdf-syntax.ts'

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
