import type { Budget } from '../limits.ts'
import { decodeStream } from './decode-stream.ts'
import { PdfFault } from './fault.ts'
import type { IndirectObject } from './parse-object.ts'
import { ValueReader } from './parse-value.ts'
import { integerOf, nameOf, type PdfStream, type PdfValue } from './values.ts'

/** Where an object stream comes from, and how to follow references in its dictionary. */
export interface ContainerContext {
  /** Its object number. */
  number: number
  budget: Budget
  resolve: (value: PdfValue | undefined) => PdfValue
}

/**
 * The members of an object stream by their index (P14); `start` of a member is that index.
 * Throws `PdfFault` object-malformed, `BudgetExceeded`.
 */
export function readObjectStream(stream: PdfValue | undefined, context: ContainerContext): IndirectObject[] {
  if (stream?.kind !== 'stream' || nameOf(stream.dict.entries.get('Type')) !== 'ObjStm') {
    throw new PdfFault('object-malformed', stream?.start ?? 0, `object ${context.number} is no object stream`)
  }
  const data = decodeStream(stream, context.budget, 'flate')
  const first = sizeOf(stream, 'First', context)
  const count = sizeOf(stream, 'N', context)
  if (first > data.length || count > first) throw new PdfFault('object-malformed', stream.start, '/First, /N')
  const header = new ValueReader(data, 0, first, context.budget)
  const places = Array.from({ length: count }, () => readPlace(header, stream.start))
  return places.map(({ number, offset }, index) => {
    context.budget.object()
    const value = new ValueReader(data, first + offset, data.length, context.budget).value()
    return { number, generation: 0, value, start: index, end: index, container: context.number }
  })
}

function sizeOf(stream: PdfStream, key: string, { resolve }: ContainerContext): number {
  const size = integerOf(resolve(stream.dict.entries.get(key)))
  if (size === undefined || size < 0) throw new PdfFault('object-malformed', stream.start, `/${key}`)
  return size
}

function readPlace(header: ValueReader, offset: number): { number: number; offset: number } {
  header.skipBlank()
  const number = header.takeInteger()
  header.skipBlank()
  const place = header.takeInteger()
  if (number === undefined || place === undefined) {
    throw new PdfFault('object-malformed', offset, 'header of an object stream')
  }
  return { number, offset: place }
}
