import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { sealLifecycle } from './seal-lifecycle.ts'

// Written from domain 5.8.
test('a seal moves as the domain says and no other way', () => {
  const expected = expectedMoves(sealLifecycle, 'seal/changed', {
    'draft submitImage': 'auditing',
    'draft makeFromTemplate': 'enabled',
    'draft delete': 'deleted',
    'auditing auditPassed': 'enabled',
    'auditing auditRefused': 'auditFailed',
    'auditing revoke': 'revoked',
    'auditing delete': 'deleted',
    'auditFailed submitImage': 'auditing',
    'auditFailed revoke': 'revoked',
    'auditFailed delete': 'deleted',
    'enabled disable': 'disabled',
    'enabled revoke': 'revoked',
    'enabled expire': 'expired',
    'enabled delete': 'deleted',
    'disabled enable': 'enabled',
    'disabled revoke': 'revoked',
    'disabled expire': 'expired',
    'disabled delete': 'deleted',
  })
  expect(everyMove(sealLifecycle)).toEqual(expected)
})
