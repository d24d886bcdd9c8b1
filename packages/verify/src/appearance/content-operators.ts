import type { Budget } from '@moqi/pdf/limits'
import { isRegular } from '@moqi/pdf/read/characters'
import { PdfFault } from '@moqi/pdf/read/fault'
import { ValueReader } from '@moqi/pdf/read/parse-value'
import type { PdfValue } from '@moqi/pdf/read/values'

/** One operator of a content stream with what stands before it (ISO 32000-2 7.8.2). */
export interface Operator {
  name: string
  operands: PdfValue[]
}

const maximalOperands = 512

/**
 * The operators of a content stream in their order; throws `PdfFault` for what is none. The data of an inline image
 * cannot be told from operators, so that nothing is read behind the operator that begins one.
 */
export function* contentOperators(content: Buffer, budget: Budget): Generator<Operator> {
  const reader = new ValueReader(content, 0)
  let operands: PdfValue[] = []
  for (reader.skipBlank(); reader.position < reader.end; reader.skipBlank()) {
    budget.step()
    const name = takeOperator(reader)
    if (name === undefined) {
      operands.push(reader.value())
      if (operands.length > maximalOperands) throw new PdfFault('object-malformed', reader.position, 'operands')
      continue
    }
    yield { name, operands }
    if (name === 'BI') return
    operands = []
  }
}

const constants = new Set(['true', 'false', 'null'])

/** Operators are words of letters, with * or quotes; they begin where no other value can. */
function takeOperator(reader: ValueReader): string | undefined {
  const { bytes, end, position } = reader
  let at = position
  while (at < end && isRegular(bytes[at])) at += 1
  const word = bytes.toString('latin1', position, at)
  if (!/^[A-Za-z'"]/.test(word) || constants.has(word)) return undefined
  reader.position = at
  return word
}
