import { inflateSync } from 'node:zlib'
import { BudgetExceeded, type Budget } from '../limits.ts'
import { PdfFault } from './fault.ts'
import { fromLzw } from './lzw.ts'
import { unpredict } from './predictors.ts'
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
    const plain = parameters && predicted.has(name) ? unpredict(decoded, parameters, budget) : decoded
    if (!plain) throw fault(stream, 'predictor')
    data = plain
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
