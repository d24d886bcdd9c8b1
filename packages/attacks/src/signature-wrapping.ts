import { appendRevision, streamBody } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import type { Victim } from './victims.ts'

/** The last signature as bytes: before its placeholder, the placeholder, and what it covers behind. */
interface Cut {
  before: string
  placeholder: string
  after: string
  /** The four numbers as written, brackets included. */
  range: string
}

function cut({ bytes }: Victim): Cut {
  const source = bytes.toString('latin1')
  const range = /\/ByteRange\s*(\[[^\]]*\]\s*)/.exec(source.slice(source.lastIndexOf('/ByteRange')))?.[1] ?? ''
  const [, length = 0, second = 0] = range.match(/\d+/g)?.map(Number) ?? []
  return {
    before: source.slice(0, length),
    placeholder: source.slice(length, second),
    after: source.slice(second),
    range,
  }
}

const injected = `7 0 obj\n${streamBody('BT (Amount 90000) Tj ET')}\nendobj\n`

/** Writes other numbers into the range, in as many bytes. */
const withRange = ({ before, range }: Cut, numbers: number[]) =>
  before.replace(range, `[${numbers.join(' ')}]`.padEnd(range.length))

/** The signed second part further back, and what lies between it and the placeholder. */
function moved(
  victim: Victim,
  name: string,
  between: string,
  wrap: (placeholder: string) => string = (placeholder) => placeholder,
): Attack {
  const parts = cut(victim)
  const middle = wrap(parts.placeholder) + between
  const start = parts.before.length + middle.length
  const before = withRange(parts, [0, parts.before.length, start, parts.after.length])
  return { name, forged: Buffer.from(before + middle + parts.after, 'latin1'), twin: victim.bytes }
}

/** The placeholder ends early, and the room behind holds a second /ByteRange that is not signed. */
function secondRange(victim: Victim, name: string, key: string, between: string): Attack {
  const parts = cut(victim)
  const used = parts.placeholder.replace(/(00)+>$/, '>')
  const place = (start: number) => `${used}${key}[0 ${parts.before.length} ${start} ${parts.after.length}]${between}`
  const guess = parts.before.length + place(1_000_000).length
  const middle = place(guess)
  const forged = parts.before + middle.padEnd(guess - parts.before.length) + parts.after
  return { name, forged: Buffer.from(forged, 'latin1'), twin: victim.bytes }
}

/** Only the numbers change. */
function renumbered(victim: Victim): Attack[] {
  const parts = cut(victim)
  const [length, second, rest] = [
    parts.before.length,
    parts.before.length + parts.placeholder.length,
    parts.after.length,
  ]
  const ranges: [string, number[]][] = [
    ['range from 1', [1, length - 1, second, rest]],
    ['placeholder a byte wider before', [0, length - 1, second, rest]],
    ['placeholder a byte wider behind', [0, length, second + 1, rest - 1]],
    ['placeholder without its brackets', [0, length + 1, second - 1, rest + 1]],
    ['last part shorter', [0, length, second, rest - 1]],
    ['last part beyond the end', [0, length, second + 10, rest]],
    ['parts overlap', [0, second, length, rest + second - length]],
    ['parts swapped', [second, rest, 0, length]],
    ['first part only', [0, length, second, 0]],
    ['no placeholder', [0, length, length, rest + second - length]],
  ]
  return ranges.map(([name, numbers]) => ({
    name,
    forged: Buffer.from(withRange(parts, numbers) + parts.placeholder + parts.after, 'latin1'),
    twin: victim.bytes,
  }))
}

/** The old signature under a new name, or the whole signed file inside another. */
function recycled(victim: Victim): Attack[] {
  const { bytes, value, field, free, form } = victim
  const source = bytes.toString('latin1')
  const old = value('moqi-0003')
  const dictionary = source.slice(source.lastIndexOf(`\n${old} 0 obj`) + 1).replace(/endobj[^]*$/, '')
  const body = dictionary.slice(dictionary.indexOf('<<')).trimEnd()
  const fields = `/Fields[${field('moqi-0003')} 0 R ${free} 0 R]`
  const copied = [
    { number: free, body: `<</FT/Sig/T(copy)/V ${free + 1} 0 R/Type/Annot/Subtype/Widget/Rect[0 0 0 0]>>` },
    { number: free + 1, body },
    { number: form, body: `<<${fields}/SigFlags 3>>` },
  ]
  const twin = bytes
  const wrapped = `%PDF-1.7\n1 0 obj\n${streamBody(source, '/Type/EmbeddedFile')}\nendobj\n`
  return [
    { name: 'dictionary copied to a new field', forged: appendRevision(bytes, copied), twin },
    {
      name: 'dictionary copied in place of another',
      forged: appendRevision(bytes, [{ number: value('moqi-0002'), body }]),
      twin,
    },
    { name: 'signed file as a stream of another', forged: Buffer.from(`${wrapped}%%EOF\n`, 'latin1'), twin },
    { name: 'a page before the header', forged: Buffer.from(`${injected}${source}`, 'latin1'), twin },
  ]
}

/** SWA: the signed bytes are still there, somewhere else, and others take their place. */
export const signatureWrapping: AttackClass = {
  name: 'SWA',
  families: ['coverage', 'malformed', 'changed', 'structure'],
  needsPreparation: false,
  attacks: (victim) => [
    moved(victim, 'object between placeholder and tail', injected),
    moved(victim, 'white space between placeholder and tail', '\n'.repeat(64)),
    moved(victim, 'comment between placeholder and tail', `%${'x'.repeat(64)}\n`),
    moved(victim, 'padding widened', '', (placeholder) => placeholder.replace(/>$/, `${'00'.repeat(32)}>`)),
    moved(victim, 'white space in the placeholder', '', (placeholder) =>
      placeholder.replace(/>$/, `${' '.repeat(32)}>`),
    ),
    moved(victim, 'object in the padding', '', (placeholder) => placeholder.replace(/>$/, `>/Junk(${injected})`)),
    moved(
      victim,
      'whole revision between',
      `/X 1>>\nendobj\n${injected}xref\n0 0\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n`,
    ),
    secondRange(victim, 'second /ByteRange behind the placeholder', '/ByteRange', ''),
    secondRange(victim, 'second /ByteRange, escaped', '/Byte#52ange', ''),
    secondRange(victim, 'second /ByteRange and an object', '/ByteRange', `>>\nendobj\n${injected}`),
    secondRange(victim, 'second /ByteRange and /Contents', '/ByteRange', '/Contents<00>'),
    ...renumbered(victim),
    ...recycled(victim),
  ],
}
