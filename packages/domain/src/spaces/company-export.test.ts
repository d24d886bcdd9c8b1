import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { companyExportLifecycle, openExportStates } from './company-export.ts'

test('an export can be paused, goes on after a failure, and is kept only when it is whole', () => {
  const expected = expectedMoves(companyExportLifecycle, 'export/changed', {
    'running pause': 'paused',
    'running fail': 'failed',
    'running cancel': 'cancelled',
    'running finish': 'done',
    'paused resume': 'running',
    'paused cancel': 'cancelled',
    'failed resume': 'running',
    'failed cancel': 'cancelled',
    'done expire': 'expired',
  })
  expect(everyMove(companyExportLifecycle)).toEqual(expected)
})

test('a company has one export under way at a time, paused and failed ones too', () => {
  expect(openExportStates).toEqual(['running', 'paused', 'failed'])
})
