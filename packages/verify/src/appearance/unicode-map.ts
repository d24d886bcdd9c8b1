import type { Budget } from '@moqi/pdf/limits'
import { isRegular } from '@moqi/pdf/read/characters'
import { ValueReader } from '@moqi/pdf/read/parse-value'
import { itemsOf, type PdfValue } from '@moqi/pdf/read/values'

const maximalEntries = 100_000

/** Text by character code out of a ToUnicode CMap (ISO 32000-2 9.10.3); throws `PdfFault`. */
export function readUnicodeMap(source: Buffer, budget: Budget): Map<number, string> {
  const map = new Map<number, string>()
  const reader = new ValueReader(source, 0)
  let values: PdfValue[] = []
  for (reader.skipBlank(); reader.position < reader.end; reader.skipBlank()) {
    budget.step()
    const word = takeWord(reader)
    if (word === undefined) values.push(reader.value())
    else {
      if (word === 'endbfchar') addCharacters(map, values)
      if (word === 'endbfrange') addRanges(map, values, budget)
      values = []
    }
    if (map.size > maximalEntries) break
  }
  return map
}

function takeWord(reader: ValueReader): string | undefined {
  let at = reader.position
  while (at < reader.end && isRegular(reader.bytes[at])) at += 1
  const word = reader.bytes.toString('latin1', reader.position, at)
  if (!/^[A-Za-z]/.test(word)) return undefined
  reader.position = at
  return word
}

function addCharacters(map: Map<number, string>, values: PdfValue[]): void {
  for (let at = 0; at + 1 < values.length; at += 2) {
    const [code, text] = [codeOf(values[at]), textOf(values[at + 1])]
    if (code !== undefined && text !== undefined) map.set(code, text)
  }
}

function addRanges(map: Map<number, string>, values: PdfValue[], budget: Budget): void {
  for (let at = 0; at + 2 < values.length; at += 3) {
    const [first, last, target] = [codeOf(values[at]), codeOf(values[at + 1]), values[at + 2]]
    if (first === undefined || last === undefined || last - first > 0xffff) continue
    const listed = itemsOf(target)
    const start = textOf(target)
    for (let code = first; code <= last && map.size <= maximalEntries; code += 1) {
      budget.step()
      const text = target?.kind === 'array' ? textOf(listed[code - first]) : later(start, code - first)
      if (text !== undefined) map.set(code, text)
    }
  }
}

/** The text whose last character is so many places further. */
function later(start: string | undefined, by: number): string | undefined {
  const last = start === undefined ? undefined : [...start].at(-1)
  const point = last?.codePointAt(0)
  if (start === undefined || last === undefined || point === undefined || point + by > 0x10ffff) return undefined
  return start.slice(0, start.length - last.length) + String.fromCodePoint(point + by)
}

function codeOf(value: PdfValue | undefined): number | undefined {
  if (value?.kind !== 'string' || value.bytes.length === 0 || value.bytes.length > 4) return undefined
  return value.bytes.readUIntBE(0, value.bytes.length)
}

function textOf(value: PdfValue | undefined): string | undefined {
  if (value?.kind !== 'string' || value.bytes.length % 2 !== 0) return undefined
  return Buffer.from(value.bytes).swap16().toString('utf16le')
}
