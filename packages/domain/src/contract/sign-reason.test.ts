import { expect, test } from 'vitest'
import { agentIn, signReason } from './sign-reason.ts'

test('a company’s reason names who acted, a person’s and a foreign one nobody', () => {
  expect(agentIn(signReason('陈晨'))).toBe('陈晨')
  expect(agentIn(signReason(null))).toBe('')
  expect(agentIn('Approved by 经办人：陈晨')).toBe('')
})
