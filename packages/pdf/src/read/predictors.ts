import type { Budget } from '../limits.ts'
import { integerOf, type PdfDict } from './values.ts'

/**
 * What data were before a predictor: PNG's 10 to 15, TIFF's 2 for components of a byte, or none (ISO 32000-2 7.4.4.4).
 * The rows take the place of the data they come from. Undefined when the data are none of that.
 */
export function unpredict(data: Buffer, parameters: PdfDict, budget: Budget): Buffer | undefined {
  const number = (key: string, otherwise: number) => integerOf(parameters.entries.get(key)) ?? otherwise
  const predictor = number('Predictor', 1)
  if (predictor === 1) return data
  const component = number('BitsPerComponent', 8)
  const bits = number('Colors', 1) * component
  const rowLength = Math.ceil((number('Columns', 1) * bits) / 8)
  if (!(rowLength > 0 && bits > 0)) return undefined
  const pixel = Math.max(1, bits >> 3)
  if (predictor === 2) return component === 8 ? addLeft(data, pixel, rowLength, budget) : undefined
  return predictor >= 10 && predictor <= 15 ? unpredictRows(data, pixel, rowLength, budget) : undefined
}

function unpredictRows(data: Buffer, pixel: number, rowLength: number, budget: Budget): Buffer | undefined {
  if (data.length % (rowLength + 1) !== 0) return undefined
  const rows = data.length / (rowLength + 1)
  for (let row = 0; row < rows; row += 1) {
    budget.scanned(rowLength)
    const from = row * (rowLength + 1)
    const type = data[from] ?? 0
    if (type > 4) return undefined
    unpredictRow(data, { type, pixel, from: from + 1, at: row * rowLength, rowLength })
  }
  return data.subarray(0, rows * rowLength)
}

/** TIFF predictor 2: every byte is told as what it adds to the same component of the pixel on its left. */
function addLeft(data: Buffer, pixel: number, rowLength: number, budget: Budget): Buffer | undefined {
  if (data.length % rowLength !== 0) return undefined
  for (let row = 0; row < data.length; row += rowLength) {
    budget.scanned(rowLength)
    for (let place = row + pixel; place < row + rowLength; place += 1) {
      data[place] = ((data[place] ?? 0) + (data[place - pixel] ?? 0)) & 0xff
    }
  }
  return data
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
