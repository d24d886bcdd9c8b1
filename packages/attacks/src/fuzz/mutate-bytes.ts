import type { RandomSource } from './random-source.ts'

type Mutation = (bytes: Buffer, random: RandomSource) => Buffer

/** Words that decide how a PDF is read. */
const words = [
  '/Prev',
  '/XRefStm',
  '/Length',
  '/Size',
  '/Root',
  '/Contents',
  '/ByteRange',
  '/Kids',
  '/Parent',
  '/V',
  '/AP',
  '/Lock',
  '/Fields',
  '/DSS',
  '/Encrypt',
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  '%%EOF',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  'null',
  'R',
  'n',
  'f',
] as const
const numbers = ['0', '-1', '1', '65535', '65536', '4294967295', '9999999999', '99999999999', '0.5', '1e9'] as const

const flip: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes)
  const at = random.below(changed.length)
  changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
  return changed
}

const overwrite: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes)
  const at = random.below(changed.length)
  changed.fill(random.below(256), at, Math.min(changed.length, at + 1 + random.below(16)))
  return changed
}

const cut: Mutation = (bytes, random) => {
  const at = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(64))])
}

const truncate: Mutation = (bytes, random) => bytes.subarray(0, random.below(bytes.length))

const repeat: Mutation = (bytes, random) => {
  const [from, to] = [random.below(bytes.length), random.below(bytes.length)]
  const piece = bytes.subarray(from, from + 1 + random.below(2_000))
  return Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)])
}

const append: Mutation = (bytes, random) => {
  const from = random.below(bytes.length)
  return Buffer.concat([bytes, bytes.subarray(from, from + 1 + random.below(4_000))])
}

/** Another word, or another number, where one stood. */
const reword: Mutation = (bytes, random) => {
  const from = random.below(bytes.length)
  const isNumber = random.below(2) === 0
  const pattern = isNumber ? /\d+/ : /\/[A-Za-z]+|[a-z]{3,9}|<<|>>/
  const window = bytes.toString('latin1', from, from + 400)
  const match = pattern.exec(window)
  if (!match) return flip(bytes, random)
  const at = from + match.index
  const word = isNumber ? random.pick(numbers) : random.pick(words)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(word), bytes.subarray(at + match[0].length)])
}

const insert: Mutation = (bytes, random) => {
  const at = random.below(bytes.length)
  const deep = random.pick(['[', '<<', '(', '<']).repeat(1 + random.below(3_000))
  const piece = random.below(4) === 0 ? deep : ` ${random.pick(words)} `
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(piece), bytes.subarray(at)])
}

const mutations = [flip, flip, overwrite, cut, truncate, repeat, append, reword, reword, insert] as const

/** One to four random changes to some bytes; they are left as they are, a copy is returned. */
export function mutateBytes(bytes: Buffer, random: RandomSource): Buffer {
  let mutated = bytes
  for (let left = 1 + random.below(4); left > 0 && mutated.length > 0; left--) {
    mutated = random.pick(mutations)(mutated, random)
  }
  return mutated
}
