import type { Budget } from '../limits.ts'
import { decodeStream } from './decode-stream.ts'
import { type Fault, PdfFault } from './fault.ts'
import { dictOf, type IndirectObject, integerOf, nameOf, type PdfStream, type PdfValue } from './values.ts'
import { ValueReader } from './parse-value.ts'

/** Where an object stream comes from, and how to follow references in its dictionary. */
export interface ContainerContext {
  /** Its object number. */
  number: number
  budget: Budget
  resolve: (value: PdfValue | undefined) => PdfValue
  /** Takes what is wrong although the members can be read. */
  note: (fault: Pick<Fault, 'code' | 'detail' | 'laterOnly'>) => void
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
  header.skipBlank()
  if (header.position < first) context.note({ code: 'object-malformed', detail: 'more than /N', laterOnly: true })
  if (extendsItself(stream, context)) context.note({ code: 'circular-structure', detail: '/Extends' })
  return places.map(({ number, offset }, index) => {
    context.budget.object()
    const reader = new ValueReader(data, first + offset, data.length, context.budget)
    const value = reader.value()
    const member = { number, generation: 0, value, start: index, end: index, container: context.number }
    return reader.commented ? { ...member, commented: true } : member
  })
}

const longestChain = 1000

/** Follows /Extends, which only ever leads to streams made before. */
function extendsItself(stream: PdfStream, { number, budget, resolve }: ContainerContext): boolean {
  const seen = new Set([number])
  let next = stream.dict.entries.get('Extends')
  while (next?.kind === 'ref') {
    budget.step()
    if (seen.has(next.number) || seen.size > longestChain) return true
    seen.add(next.number)
    next = dictOf(resolve(next))?.entries.get('Extends')
  }
  return false
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
