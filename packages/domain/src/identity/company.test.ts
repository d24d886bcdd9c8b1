import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { checkCorporateAccount, checkPaymentAmount } from './bank.ts'
import { checkCompanyName, checkCreditCode } from './company.ts'

const valueOf = (checked: { ok: true; value: unknown } | { ok: false; message: string }) =>
  checked.ok ? checked.value : checked.message

test.each(['91350100M000100Y43', '9144030071526726XG', '91330100799655058B', '914403001922038216'])(
  'credit code %s passes',
  (code) => {
    expect(valueOf(checkCreditCode(` ${code.toLowerCase()} `))).toBe(code)
  },
)

test.each(['91350100M000100Y4Z', '91350100M000100Y44', '9135010OM000100Y43', '91350100M000100Y4', ''])(
  'credit code "%s" is refused',
  (code) => {
    expect(valueOf(checkCreditCode(code))).toBe('统一社会信用代码格式不正确')
  },
)

test('the check character of a sum that 31 divides is 0', () => {
  expect(checkCreditCode('91330100MA20000120').ok).toBe(true)
})

const alphabet = [...'0123456789ABCDEFGHJKLMNPQRTUWXY']
const one = constantFrom(...alphabet)
const code17 = tuple(
  constantFrom('91', '92', '12', '31', '51', 'N1'),
  integer({ min: 100000, max: 999999 }),
  array(one, { minLength: 9, maxLength: 9 }),
).map(([kind, place, body]) => `${kind}${place}${body.join('')}`)

const isCode = (text: string) => checkCreditCode(text).ok

test('every body has one check character: neither one wrong character nor two exchanged neighbours pass', () => {
  assert(
    property(code17, (body) => {
      const fitting = alphabet.filter((check) => isCode(body + check))
      expect(fitting).toHaveLength(1)
      const code = body + String(fitting[0])
      const wrong = [...code].flatMap((right, at) =>
        alphabet.filter((other) => other !== right).map((other) => code.slice(0, at) + other + code.slice(at + 1)),
      )
      const exchanged = [...code]
        .slice(1)
        .map((next, at) => code.slice(0, at) + next + (code[at] ?? '') + code.slice(at + 2))
        .filter((text) => text !== code)
      expect([...wrong, ...exchanged].filter(isCode)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test.each([
  [' 墨契(北京)科技有限公司 ', '墨契（北京）科技有限公司'],
  ['A&B-墨契·中国', 'A&B-墨契·中国'],
  ['Moqi Limited', 'Moqi Limited'],
  ['墨', '企业名称需与营业执照一致'],
  ['墨契<公司>', '企业名称需与营业执照一致'],
  ['墨'.repeat(101), '企业名称需与营业执照一致'],
])('company name "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkCompanyName(text))).toBe(outcome)
})

test('corporate accounts have no check digit', () => {
  expect(valueOf(checkCorporateAccount('1100 1234-5678'))).toBe('110012345678')
  expect(valueOf(checkCorporateAccount('1234567'))).toBe('对公账号格式不正确')
  expect(valueOf(checkCorporateAccount('FTN12345678'))).toBe('对公账号格式不正确')
})

test.each([
  ['0.01', 1],
  [' 0.99 ', 99],
  ['0.00', '金额不正确，还可尝试2次'],
  ['1.00', '金额不正确，还可尝试2次'],
  ['0.1', '金额不正确，还可尝试2次'],
])('payment amount "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkPaymentAmount(text, 2))).toBe(outcome)
})
