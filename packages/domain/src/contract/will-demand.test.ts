import { expect, test } from 'vitest'
import { type WillFacts, willDemand, willLack, type WillRule } from './will-demand.ts'
import { type WillWay, willKinds } from './will-kind.ts'

const rules: Readonly<Record<string, WillRule | null>> = {
  person: null,
  always: { when: 'always', amount: null },
  above: { when: 'above', amount: 100_000 },
  never: { when: 'never', amount: null },
}
const kindOf = (facts: WillFacts) => willDemand(facts).kind
const above = (amount: number | null) => kindOf({ asked: 'any', rule: rules['above'] ?? null, amount })
const lack = (facts: Partial<WillFacts>, ...ways: WillWay[]) =>
  willLack(willDemand({ asked: 'any', rule: null, amount: null, ...facts }), ways)

test('the sender’s demand stands, and the company’s rule adds to it and takes nothing away', () => {
  const table = Object.entries(rules).map(([name, rule]) => [
    name,
    ...willKinds.map((asked) => kindOf({ asked, rule, amount: 99_999 })),
  ])
  expect(table).toEqual([
    ['person', 'any', 'sms', 'pin', 'double'],
    ['always', 'double', 'double', 'double', 'double'],
    ['above', 'any', 'sms', 'pin', 'double'],
    ['never', 'any', 'sms', 'pin', 'double'],
  ])
})

test('an amount that reaches the bound, or that nobody named, is doubled', () => {
  expect([above(0), above(99_999), above(100_000), above(null)]).toEqual(['any', 'any', 'double', 'double'])
})

test('what is lacking is said with who wants it and what is left to do', () => {
  expect(lack({ asked: 'double' }, 'sms')).toBe('发起方要求双重意愿认证，请再以签署密码认证后提交')
  expect(lack({ rule: { when: 'always', amount: null } }, 'pin')).toBe(
    '企业要求双重意愿认证，请再以短信验证码认证后提交',
  )
  expect(lack({ asked: 'double' }, 'key')).toBe('发起方要求双重意愿认证，请再以签署密码认证后提交')
  expect(lack({ asked: 'sms' }, 'key')).toBe('发起方要求以短信验证码完成意愿认证')
  expect(lack({ asked: 'pin' }, 'sms')).toBe('发起方要求以签署密码完成意愿认证')
  expect(lack({})).toBe('')
  expect(lack({}, 'sms')).toBeNull()
  expect(lack({ asked: 'double' }, 'pin', 'sms')).toBeNull()
})
