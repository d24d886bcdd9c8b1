import { sourceOf } from '@moqi/pdf/testing/increment'
import { appendRevision } from './append-revision.ts'
import { type Attack, type AttackClass, increment } from './attack.ts'
import type { Victim } from './victims.ts'

const placeholder = /\/Contents\s*<[0-9a-fA-F]*>/
const range = /\/ByteRange\s*\[[^\]]*\]/

/** What is done to one entry of a signature dictionary. */
const changes: [string, RegExp, (found: string) => string][] = [
  ['/Contents removed', placeholder, () => ''],
  ['/Contents null', placeholder, () => '/Contents null'],
  ['/Contents empty', placeholder, () => '/Contents<>'],
  ['/Contents all zero', placeholder, (found) => found.replace(/(?<=<)[^>]*/, (digits) => '0'.repeat(digits.length))],
  ['/Contents a literal string', placeholder, () => '/Contents(signed)'],
  ['/Contents a number', placeholder, () => '/Contents 0'],
  ['/Contents a reference', placeholder, () => '/Contents 1 0 R'],
  ['/Contents under another name', placeholder, (found) => found.replace('/Contents', '/Contentz')],
  ['/Contents twice', placeholder, (found) => `${found}/Contents<00>`],
  ['/ByteRange removed', range, () => ''],
  ['/ByteRange null', range, () => '/ByteRange null'],
  ['/ByteRange empty', range, () => '/ByteRange[]'],
  ['/ByteRange of zeros', range, () => '/ByteRange[0 0 0 0]'],
  ['/ByteRange negative', range, () => '/ByteRange[0 -1 -1 -1]'],
  ['/ByteRange of one part', range, () => '/ByteRange[0 100]'],
  ['/ByteRange of six numbers', range, (found) => found.replace(']', ' 0 0]')],
  ['/ByteRange with reals', range, (found) => found.replace('[0', '[0.0')],
  ['/ByteRange twice', range, (found) => `${found}/ByteRange[0 0 0 0]`],
  ['/ByteRange escaped', range, (found) => found.replace('/ByteRange', '/Byte#52ange')],
]

/** In the file itself: the signature is the last, so that nothing else moves. */
function inPlace({ bytes, value }: Victim): Attack[] {
  const source = bytes.toString('latin1')
  const at = source.lastIndexOf(`\n${value('moqi-0003')} 0 obj`)
  return changes.map(([name, pattern, change]) => {
    const forged = source.slice(0, at) + source.slice(at).replace(pattern, change)
    return { name: `in place: ${name}`, forged: Buffer.from(forged, 'latin1'), twin: bytes }
  })
}

/** By an increment that writes the signature dictionary, or the field, again. */
function byIncrement(victim: Victim): Attack[] {
  const { bytes, value, field } = victim
  // D4: numbers are compared by value, so that 0.0 for 0 is no change to a signature read from its own revision.
  const written = changes
    .filter(([name]) => name !== '/ByteRange with reals')
    .map(([name, pattern, change]) => {
      const number = value('moqi-0001')
      const body = sourceOf(bytes, number).replace(pattern, change)
      return { ...increment(victim, `by increment: ${name}`, [{ number, body }]), twin: bytes }
    })
  const values: [string, string][] = [
    ['/V null', '/V null'],
    ['/V a number', '/V 1'],
    ['/V an empty dictionary', '/V<<>>'],
    ['/V removed', ''],
    ['/V of the certification', `/V ${value('moqi-certification')} 0 R`],
  ]
  const number = field('moqi-0002')
  const fields = values.map(([name, to]) => {
    const body = sourceOf(bytes, number).replace(/\/V \d+ 0 R/, to)
    return increment(victim, `field: ${name}`, [{ number, body }])
  })
  const freed = appendRevision(bytes, [], { entries: [[value('moqi-0003'), 0, 0, 1]] })
  return [...written, ...fields, { name: 'the signature dictionary freed', forged: freed, twin: bytes }]
}

/** USF: a signature without value or range, which careless readers show as signed. */
export const universalSignatureForgery: AttackClass = {
  name: 'USF',
  families: ['malformed', 'coverage', 'changed'],
  needsPreparation: false,
  attacks: (victim) => [...inPlace(victim), ...byIncrement(victim)],
}
