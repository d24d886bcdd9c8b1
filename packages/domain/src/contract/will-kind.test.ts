import { expect, test } from 'vitest'
import { namedWays, servesWill, strictestWill, willKinds, type WillWay } from './will-kind.ts'

const given: readonly (readonly WillWay[])[] = [
  [],
  ['sms'],
  ['pin'],
  ['sms', 'pin'],
  ['sms', 'sms'],
  ['key'],
  ['key', 'sms'],
  ['key', 'pin'],
]

test('each demand is served by its own ways alone; two codes by SMS, or a key and a code, are not two factors', () => {
  const served = willKinds.map((kind) => [kind, ...given.map((ways) => servesWill(kind, ways))])
  expect(served).toEqual([
    ['any', false, true, true, true, true, true, true, true],
    ['sms', false, true, false, true, true, false, true, false],
    ['pin', false, false, true, true, false, false, false, true],
    ['double', false, false, false, true, false, false, false, true],
  ])
})

test('what several contracts ask is served by the strictest demand', () => {
  expect(strictestWill([])).toBe('any')
  expect(strictestWill(['any', 'sms'])).toBe('sms')
  expect(strictestWill(['sms', 'pin'])).toBe('double')
  for (const kind of willKinds) expect(strictestWill([kind, 'double'])).toBe('double')
})

test('whatever demand is strictest among some, what serves it serves each of them', () => {
  for (const one of willKinds) {
    for (const other of willKinds) {
      const ways = namedWays(strictestWill([one, other]))
      expect([one, other].every((kind) => servesWill(kind, ways))).toBe(true)
    }
  }
})
