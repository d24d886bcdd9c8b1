import { inflateSync } from 'node:zlib'
import { BudgetExceeded, type Budget } from '../limits.ts'
import { PdfFault } from './fault.ts'
import { dictOf, integerOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from './values.ts'

/**
 * The decoded bytes of a stream coded with Flate (with or without predictor) or not at all: the only codings
 * that cross-reference and object streams use (P5). Throws `PdfFault` object-malformed, `BudgetExceeded`.
 */
export function decodeStream(stream: PdfStream, budget: Budget): Buffer {
  const filter = single(stream.dict.entries.get('Filter'))
  if (filter === undefined) return stream.raw
  if (nameOf(filter) !== 'FlateDecode') throw fault(stream, 'a filter other than FlateDecode')
  const inflated = inflate(stream, budget)
  const parameters = dictOf(single(stream.dict.entries.get('DecodeParms')))
  return parameters ? unpredict(inflated, parameters, stream) : inflated
}

function single(value: PdfValue | undefined): PdfValue | undefined {
  if (value?.kind === 'null') return undefined
  if (value?.kind !== 'array') return value
  return value.items.length <= 1 ? value.items[0] : value
}

function fault(stream: PdfStream, detail: string): PdfFault {
  return new PdfFault('object-malformed', stream.start, detail)
}

function inflate(stream: PdfStream, budget: Budget): Buffer {
  budget.checkTime()
  try {
    const out = inflateSync(stream.raw, { maxOutputLength: budget.limits.streamBytes })
    budget.decoded(out.length)
    return out
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error
    if (error instanceof RangeError) throw new BudgetExceeded('one decoded stream')
    throw fault(stream, 'data that cannot be inflated')
  }
}

/** PNG predictors 10 to 15, and none (ISO 32000-2 7.4.4.4). */
function unpredict(data: Buffer, parameters: PdfDict, stream: PdfStream): Buffer {
  const number = (key: string, otherwise: number) => integerOf(parameters.entries.get(key)) ?? otherwise
  const predictor = number('Predictor', 1)
  if (predictor === 1) return data
  const bits = number('Colors', 1) * number('BitsPerComponent', 8)
  const rowLength = Math.ceil((number('Columns', 1) * bits) / 8)
  const pixel = Math.max(1, bits >> 3)
  if (predictor < 10 || predictor > 15 || !(rowLength > 0) || data.length % (rowLength + 1) !== 0) {
    throw fault(stream, 'predictor')
  }
  const rows = data.length / (rowLength + 1)
  const out = Buffer.alloc(rows * rowLength)
  for (let row = 0; row < rows; row += 1) {
    const source = data.subarray(row * (rowLength + 1), (row + 1) * (rowLength + 1))
    const type = source[0] ?? 0
    if (type > 4) throw fault(stream, 'row predictor')
    unpredictRow({ type, pixel, source: source.subarray(1), out, at: row * rowLength, rowLength })
  }
  return out
}

interface Row {
  type: number
  pixel: number
  source: Buffer
  out: Buffer
  at: number
  rowLength: number
}

function unpredictRow({ type, pixel, source, out, at, rowLength }: Row): void {
  const above = (column: number) => (at > 0 && column >= 0 ? (out[at - rowLength + column] ?? 0) : 0)
  const left = (column: number) => (column >= pixel ? (out[at + column - pixel] ?? 0) : 0)
  for (let column = 0; column < rowLength; column += 1) {
    const guess = [
      0,
      left(column),
      above(column),
      (left(column) + above(column)) >> 1,
      type === 4 ? paeth(left(column), above(column), above(column - pixel)) : 0,
    ][type]
    out[at + column] = ((source[column] ?? 0) + (guess ?? 0)) & 0xff
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)]
  if (a <= b && a <= c) return left
  return b <= c ? up : upLeft
}
