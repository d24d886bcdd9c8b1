import { IntakeRefusal } from './intake-refusal.ts'

/** One operation of a content stream: source offsets from its first operand to past its operator. */
export interface Operation {
  readonly operator: string
  readonly kind: OperationKind
  /** Sources of the operands; an inline image, which counts as one operation BI, has none. */
  readonly operands: readonly string[]
  readonly start: number
  readonly end: number
}

/** What an operator does, as far as leaving it out is concerned. */
export type OperationKind = (typeof operators)[number][0]

interface Token {
  readonly kind: 'operand' | 'open' | 'close' | 'word'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Every operator of ISO 32000-1 table 51. */
const operators = [
  ['state', 'w J j M d ri i gs cm g G rg RG k K cs CS sc scn SC SCN Tc Tw Tz TL Tf Tr Ts d0 d1 BX EX'],
  ['position', 'Td TD Tm T*'],
  ['show', 'Tj TJ \' "'],
  ['path', 'm l c v y h re'],
  ['clip', 'W W*'],
  ['paint', 'S s f F f* B B* b b* n'],
  ['object', 'sh Do BI'],
  ['save', 'q'],
  ['restore', 'Q'],
  ['text', 'BT ET'],
  ['mark', 'BMC BDC'],
  ['unmark', 'EMC'],
  ['point', 'MP DP'],
] as const
const kinds = new Map<string, OperationKind>(
  operators.flatMap(([kind, list]) => list.split(' ').map((operator): [string, OperationKind] => [operator, kind])),
)

/**
 * The operations of a content stream, given with one character a byte, in order. Throws IntakeRefusal: too-complex for
 * anything that readers could understand differently: unknown operators, unclosed strings, leftover operands.
 */
export function* contentOperations(source: string): Generator<Operation> {
  let operands: string[] = []
  let start: number | undefined
  let token = tokenAt(source, 0)
  while (token) {
    start ??= token.start
    let end = token.end
    if (token.kind === 'word') {
      const kind = kinds.get(token.text)
      if (!kind) throw unclear(`operator ${token.text.slice(0, 20)}`)
      if (token.text === 'BI') end = inlineImageEnd(source, token.end)
      yield { operator: token.text, kind, operands, start, end }
      operands = []
      start = undefined
    } else {
      if (token.kind === 'open') end = compositeEnd(source, token)
      if (token.kind === 'close') throw unclear('closing bracket')
      operands.push(source.slice(token.start, end))
    }
    token = tokenAt(source, end)
  }
  if (operands.length > 0) throw unclear('operands without operator')
}

/** The name that an operand writes, without its slash and escapes, one character a byte; else undefined. */
export function nameOf(operand: string | undefined): string | undefined {
  if (!operand?.startsWith('/')) return undefined
  return operand
    .slice(1)
    .replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function unclear(what: string): IntakeRefusal {
  return new IntakeRefusal('too-complex', `content cannot be read: ${what}`)
}

const blank = /[\0\t\n\f\r ]+|%[^\r\n]*/y
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]+/y
const name = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y
const hexString = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y
const bracket = /<<|>>|[[\]]/y
const stringPart = /[^()\\]+|\\[\s\S]|[()]/y

function tokenAt(source: string, from: number): Token | undefined {
  let start = from
  for (let gap = match(blank, source, start); gap; gap = match(blank, source, start)) start += gap.length
  if (start >= source.length) return undefined
  const token = (kind: Token['kind'], text: string): Token => ({ kind, text, start, end: start + text.length })
  const operand = match(name, source, start) ?? match(hexString, source, start)
  if (operand) return token('operand', operand)
  const edge = match(bracket, source, start)
  if (edge) return token(edge === '[' || edge === '<<' ? 'open' : 'close', edge)
  if (source[start] === '(') return token('operand', source.slice(start, stringEnd(source, start)))
  const word = match(regular, source, start)
  if (!word) throw unclear('delimiter')
  return token(/^(?:[-+.\d]*\d[-+.\d]*|true|false|null)$/.test(word) ? 'operand' : 'word', word)
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

function stringEnd(source: string, start: number): number {
  let at = start
  let depth = 0
  do {
    const part = match(stringPart, source, at)
    if (!part) throw unclear('unclosed string')
    at += part.length
    if (part === '(') depth++
    if (part === ')') depth--
  } while (depth > 0)
  return at
}

/** Past the bracket that closes an array or dictionary. */
function compositeEnd(source: string, open: Token): number {
  const pending = [open.text]
  let at = open.end
  while (pending.length > 0) {
    const token = tokenAt(source, at)
    if (!token || token.kind === 'word') throw unclear('unclosed bracket')
    if (token.kind === 'open') pending.push(token.text)
    if (token.kind === 'close' && pending.pop() !== (token.text === ']' ? '[' : '<<')) throw unclear('brackets')
    at = token.end
  }
  return at
}

/**
 * Past the EI of an inline image (ISO 32000-1 §8.9.7). Its data has no stated length: EI counts between white space
 * when text follows; a wrong guess leaves binary data, which is no operator.
 */
function inlineImageEnd(source: string, from: number): number {
  let token = tokenAt(source, from)
  while (token && token.text !== 'ID') {
    if (token.kind === 'word') throw unclear('inline image')
    token = tokenAt(source, token.kind === 'open' ? compositeEnd(source, token) : token.end)
  }
  if (!token) throw unclear('inline image')
  const closing = /[\0\t\n\f\r ]EI(?=$|[\0\t\n\f\r ](?:[\t\n\f\r -~]{15}|[\t\n\f\r -~]{0,14}$))/g
  closing.lastIndex = token.end
  if (!closing.exec(source)) throw unclear('inline image')
  return closing.lastIndex
}
