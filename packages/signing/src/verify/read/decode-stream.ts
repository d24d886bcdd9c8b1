import { inflateSync } from 'node:zlib'
import { BudgetExceeded, type Budget } from '../limits.ts'
import { PdfFault } from './fault.ts'
import { dictOf, integerOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from './values.ts'

/**
 * The decoded bytes of a stream coded with Flate (with or without predictor) or not at all: the only codings
 * that cross-reference and object streams use (P5). With `any` also ASCIIHex, and one coding upon another, which
 * writers of validation data like. A crypt filter has been undone before.
 * Throws `PdfFault` object-malformed, `BudgetExceeded`.
 */
export function decodeStream(stream: PdfStream, budget: Budget, codings: 'flate' | 'any' = 'flate'): Buffer {
  const parameters = listOf(stream.dict.entries.get('DecodeParms'))
  const steps = listOf(stream.dict.entries.get('Filter'))
    .map((filter, index) => ({ name: nameOf(filter), parameters: dictOf(parameters[index]) }))
    .filter(({ name }) => name !== 'Crypt')
  if (codings === 'flate' && steps.length > 1) throw fault(stream, 'more than one filter')
  if (steps.length > maximalSteps) throw fault(stream, 'too many filters')
  let data = stream.raw
  for (const step of steps) {
    if (step.name === 'ASCIIHexDecode' && codings === 'any') data = fromHex(data, stream, budget)
    else if (step.name === 'FlateDecode') data = fromFlate(data, step.parameters, stream, budget)
    else throw fault(stream, `the filter ${step.name ?? 'without name'}`)
  }
  return data
}

const maximalSteps = 4

function listOf(value: PdfValue | undefined): PdfValue[] {
  if (value === undefined || value.kind === 'null') return []
  return value.kind === 'array' ? value.items : [value]
}

/** ISO 32000-2 7.4.2: pairs of digits and white space up to `>`; an odd one counts as if 0 followed. */
function fromHex(data: Buffer, stream: PdfStream, budget: Budget): Buffer {
  budget.scanned(data.length)
  const end = data.indexOf(0x3e)
  const digits = data.toString('latin1', 0, end < 0 ? data.length : end).replace(/[\0\t\n\f\r ]/g, '')
  if (!/^[0-9A-Fa-f]*$/.test(digits)) throw fault(stream, 'no hexadecimal digits')
  const out = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  budget.decoded(out.length)
  return out
}

function fromFlate(data: Buffer, parameters: PdfDict | undefined, stream: PdfStream, budget: Budget): Buffer {
  const inflated = inflate(data, stream, budget)
  return parameters ? unpredict(inflated, parameters, stream, budget) : inflated
}

function fault(stream: PdfStream, detail: string): PdfFault {
  return new PdfFault('object-malformed', stream.start, detail)
}

function inflate(data: Buffer, stream: PdfStream, budget: Budget): Buffer {
  budget.checkTime()
  try {
    const out = inflateSync(data, { maxOutputLength: budget.limits.streamBytes })
    budget.decoded(out.length)
    return out
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error
    if (error instanceof RangeError) throw new BudgetExceeded('one decoded stream')
    throw fault(stream, 'data that cannot be inflated')
  }
}

/** PNG predictors 10 to 15, and none (ISO 32000-2 7.4.4.4). The rows take the place of the data they come from. */
function unpredict(data: Buffer, parameters: PdfDict, stream: PdfStream, budget: Budget): Buffer {
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
  for (let row = 0; row < rows; row += 1) {
    budget.scanned(rowLength)
    const from = row * (rowLength + 1)
    const type = data[from] ?? 0
    if (type > 4) throw fault(stream, 'row predictor')
    unpredictRow(data, { type, pixel, from: from + 1, at: row * rowLength, rowLength })
  }
  return data.subarray(0, rows * rowLength)
}

interface Row {
  type: number
  pixel: number
  /** Where its coded bytes begin, and where its decoded ones do: never behind those. */
  from: number
  at: number
  rowLength: number
}

function unpredictRow(data: Buffer, { type, pixel, from, at, rowLength }: Row): void {
  const hasAbove = at > 0
  for (let column = 0; column < rowLength; column += 1) {
    const place = at + column
    const hasLeft = column >= pixel
    const left = hasLeft ? (data[place - pixel] ?? 0) : 0
    const above = hasAbove ? (data[place - rowLength] ?? 0) : 0
    const before = hasLeft && hasAbove ? (data[place - pixel - rowLength] ?? 0) : 0
    data[place] = ((data[from + column] ?? 0) + guess(type, left, above, before)) & 0xff
  }
}

function guess(type: number, left: number, above: number, before: number): number {
  if (type === 1) return left
  if (type === 2) return above
  if (type === 3) return (left + above) >> 1
  return type === 4 ? paeth(left, above, before) : 0
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft
  const a = Math.abs(estimate - left)
  const b = Math.abs(estimate - up)
  const c = Math.abs(estimate - upLeft)
  if (a <= b && a <= c) return left
  return b <= c ? up : upLeft
}
