import { expect, test } from 'vitest'
import { dictionary } from './dictionary.ts'

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
