import { expect, test } from 'vitest'
import { logVerbs } from './log-verbs.ts'
import { authBadges, rowStatusLabels } from './status-labels.ts'

test('the labels of the spec stand verbatim', () => {
  expect([rowStatusLabels.finish, rowStatusLabels.iSign, rowStatusLabels.otherSign]).toEqual([
    '签署完成',
    '待我签署',
    '待他签署',
  ])
  expect([rowStatusLabels.voided, rowStatusLabels.signingApprovalFailed]).toEqual(['已作废', '用印审批未通过'])
})

test('no two badges read the same', () => {
  const texts = Object.values(authBadges).map(({ label, of }) => `${label} ${of}`)
  expect(new Set(texts).size).toBe(6)
})

test('no two events of the log read the same', () => {
  const labels = Object.values(logVerbs)
  expect(new Set(labels).size).toBe(labels.length)
})
