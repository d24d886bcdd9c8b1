import { expect, test } from 'vitest'
import { draftDeletedAt, draftStep } from './draft-age.ts'

const day = 86_400_000

test.each([
  [0, null, 180 * day - 1, 'keep'],
  [0, null, 180 * day, 'tell'],
  [0, 180 * day, 180 * day + 1, 'keep'],
  [0, 180 * day, 365 * day - 1, 'keep'],
  [0, 180 * day, 365 * day, 'delete'],
  // Nothing ran for years: it is told of first.
  [0, null, 900 * day, 'tell'],
  [0, 900 * day, 930 * day - 1, 'keep'],
  [0, 900 * day, 930 * day, 'delete'],
  // Changed after it was told of: it begins anew.
  [200 * day, 180 * day, 370 * day, 'keep'],
  [200 * day, 180 * day, 380 * day, 'tell'],
] as const)('a draft changed at %i, told of at %s, at %i: %s', (changedAt, toldAt, now, step) => {
  expect(draftStep({ changedAt, toldAt }, now)).toBe(step)
})

test('the day that is told is the day it goes', () => {
  expect(draftDeletedAt({ changedAt: 0, toldAt: 180 * day })).toBe(365 * day)
  expect(draftDeletedAt({ changedAt: 0, toldAt: 360 * day })).toBe(390 * day)
})
