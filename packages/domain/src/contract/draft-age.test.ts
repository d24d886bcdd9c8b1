import { dayMs } from '../time/civil-date.ts'
import { expect, test } from 'vitest'
import { draftDeletedAt, draftStep } from './draft-age.ts'

test.each([
  [0, null, 180 * dayMs - 1, 'keep'],
  [0, null, 180 * dayMs, 'tell'],
  [0, 180 * dayMs, 180 * dayMs + 1, 'keep'],
  [0, 180 * dayMs, 365 * dayMs - 1, 'keep'],
  [0, 180 * dayMs, 365 * dayMs, 'delete'],
  // Nothing ran for years: it is told of first.
  [0, null, 900 * dayMs, 'tell'],
  [0, 900 * dayMs, 930 * dayMs - 1, 'keep'],
  [0, 900 * dayMs, 930 * dayMs, 'delete'],
  // Changed after it was told of: it begins anew.
  [200 * dayMs, 180 * dayMs, 370 * dayMs, 'keep'],
  [200 * dayMs, 180 * dayMs, 380 * dayMs, 'tell'],
] as const)('a draft changed at %i, told of at %s, at %i: %s', (changedAt, toldAt, now, step) => {
  expect(draftStep({ changedAt, toldAt }, now)).toBe(step)
})

test('the day that is told is the day it goes', () => {
  expect(draftDeletedAt({ changedAt: 0, toldAt: 180 * dayMs })).toBe(365 * dayMs)
  expect(draftDeletedAt({ changedAt: 0, toldAt: 360 * dayMs })).toBe(390 * dayMs)
})
