import { expect, test } from 'vitest'
import { servesWill, willKinds, willWays } from './will-kind.ts'

test('a way serves its own kind and whoever asked for either, nobody else', () => {
  const served = willKinds.map((kind) => [kind, ...willWays.filter((way) => servesWill(kind, way))])
  expect(served).toEqual([
    ['any', 'sms', 'pin'],
    ['sms', 'sms'],
    ['pin', 'pin'],
  ])
})
