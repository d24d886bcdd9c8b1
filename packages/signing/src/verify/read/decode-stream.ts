import { inflateSync } from 'node:zlib'
import { BudgetExceeded, type Budget } from '../limits.ts'
import { PdfFault } from './fault.ts'
import { fromLzw } from './lzw.ts'
import { fromRunLength } from './run-length.ts'
import { fromBase85, fromHex } from './text-codings.ts'
import { dictOf, integerOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from './values.ts'

/**
 * The decoded bytes of a stream in any coding that stands for bytes, and one upon another (ISO 32000-2 7.4); not of
 * images. `flate` allows Flate alone, with or without predictor, or none: what cross-reference and object streams use
 * (P5). A crypt filter has been undone before. Throws `PdfFault` object-malformed, `BudgetExceeded`.
 */
export function decodeStream(stream: PdfStream, budget: Budget, allowed: 'flate' | 'any' = 'any'): Buffer {
  const steps = stepsOf(stream)
  if (steps.length > (allowed === 'flate' ? 1 : maximalSteps)) throw fault(stream, 'too many filters')
  let data = stream.raw
  for (const { name, parameters } of steps) {
    const coding = allowed === 'any' || name === 'FlateDecode' ? codings.get(name) : undefined
    if (!coding) throw fault(stream, `the filter ${name}`)
    budget.checkTime()
    const decoded = coding(data, budget, parameters)
    if (!decoded) throw fault(stream, `no data of ${name}`)
    budget.decoded(decoded.length)
    data = parameters && predicted.has(name) ? unpredict(decoded, parameters, stream, budget) : decoded
  }
  return data
}

const maximalSteps = 4

function stepsOf({ dict }: PdfStream): { name: string; parameters: PdfDict | undefined }[] {
  const parameters = listOf(dict.entries.get('DecodeParms'))
  return listOf(dict.entries.get('Filter'))
    .map((filter, index) => ({ name: nameOf(filter) ?? 'without name', parameters: dictOf(parameters[index]) }))
    .filter(({ name }) => name !== 'Crypt')
}

type Coding = (data: Buffer, budget: Budget, parameters: PdfDict | undefined) => Buffer | undefined

const codings = new Map<string, Coding>([
  ['FlateDecode', inflate],
  ['LZWDecode', (data, budget, parameters) => fromLzw(data, earlyChange(parameters), budget)],
  ['ASCIIHexDecode', fromHex],
  ['ASCII85Decode', fromBase85],
  ['RunLengthDecode', fromRunLength],
])
const predicted = new Set(['FlateDecode', 'LZWDecode'])

const earlyChange = (parameters: PdfDict | undefined) =>
  integerOf(parameters?.entries.get('EarlyChange')) === 0 ? 0 : 1

function listOf(value: PdfValue | undefined): PdfValue[] {
  if (value === undefined || value.kind === 'null') return []
  return value.kind === 'array' ? value.items : [value]
}

function fault(stream: PdfStream, detail: string): PdfFault {
  return new PdfFault('object-malformed', stream.start, detail)
}

function inflate(data: Buffer, budget: Budget): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: budget.limits.streamBytes })
  } catch (error) {
    if (error instanceof RangeError) throw new BudgetExceeded('one decoded stream')
    return undefined
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
