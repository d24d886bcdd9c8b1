import { expect, test } from 'vitest'
import { dictionary } from './dictionary.ts'
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

test('every dictionary of domain 10.12 is there with entries', () => {
  const named =
    'task_status task_type auth_status seal_type seal_color seal_status approve_status order_status invoice_type cert_type relieve_reason will_auth_type notice_type'.split(
      ' ',
    )
  expect(named.filter((type) => dictionary(type).length < 2)).toEqual([])
})

test('an unknown dictionary is empty, also when its name is a property of every object', () => {
  expect([dictionary('nothing'), dictionary('toString'), dictionary('__proto__')]).toEqual([[], [], []])
})

test('an entry has its value and its label', () => {
  expect(dictionary('task_type')).toEqual([
    { dictValue: 'normal', dictLabel: '普通合同' },
    { dictValue: 'relieve', dictLabel: '作废协议' },
  ])
})

test('no two events of the log read the same', () => {
  const labels = Object.values(logVerbs)
  expect(new Set(labels).size).toBe(labels.length)
})
