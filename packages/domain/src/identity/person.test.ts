import { assert, constantFrom, date, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { checkEmail, maskEmail } from './email.ts'
import { ageAt, birthDate, checkAge, checkIdNumber, maskIdNumber } from './id-number.ts'
import { checkPartyIdNumber } from './party-id-number.ts'
import { checkPassportName, checkPersonName, maskName } from './person-name.ts'
import { checkPhone, maskPhone } from './phone.ts'

const today = { year: 2026, month: 1, day: 20 }
const valueOf = (checked: { ok: true; value: unknown } | { ok: false; message: string }) =>
  checked.ok ? checked.value : checked.message

test.each([
  ['13800000001', '13800000001'],
  [' +86 138 0000 0001 ', '13800000001'],
  ['', '请输入手机号'],
  ['12800000001', '手机号格式不正确'],
  ['1380000000', '手机号格式不正确'],
  ['138000000011', '手机号格式不正确'],
])('phone "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkPhone(text))).toBe(outcome)
})

test.each([
  ['张三', '张三'],
  [' 阿卜杜拉•买买提 ', '阿卜杜拉·买买提'],
  ['𠮷田', '𠮷田'],
  ['', '请输入真实姓名'],
  ['张', '姓名格式不正确，请与证件保持一致'],
  ['张3', '姓名格式不正确，请与证件保持一致'],
  ['·张三', '姓名格式不正确，请与证件保持一致'],
  ['张'.repeat(26), '姓名格式不正确，请与证件保持一致'],
  ['Zhang San', '姓名格式不正确，请与证件保持一致'],
])('person name "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkPersonName(text))).toBe(outcome)
})

test.each([
  ["Anne-Marie  O'Neill", "Anne-Marie O'Neill"],
  ['José García Jr.', 'José García Jr.'],
  ['李雷', '李雷'],
  ['A1', '姓名格式不正确，请与证件保持一致'],
])('passport name "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkPassportName(text))).toBe(outcome)
})

test.each([
  ['11010519491231002X', '11010519491231002X'],
  ['11010519491231002x', '11010519491231002X'],
  ['440524188001010014', '440524188001010014'],
  ['110105194912310021', '身份证号格式不正确'],
  ['110105199902300020', '身份证号格式不正确'],
  ['11010519491231002', '身份证号格式不正确'],
  ['', '身份证号格式不正确'],
])('id number "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkIdNumber(text, today))).toBe(outcome)
})

test.each([
  ['11010519491231002x', '11010519491231002X'],
  ['1****************X', '1****************X'],
  ['110105194912310021', '证件号格式不正确'],
  ['1***X', '证件号格式不正确'],
])('a party’s number "%s" gives %s, called as its field is (domain 2.1)', (text, outcome) => {
  expect(valueOf(checkPartyIdNumber(text, today))).toBe(outcome)
})

const isId = (text: string) => checkIdNumber(text, today).ok

test('every number of a day, place and sequence has one check character: neither one wrong digit nor two exchanged pass', () => {
  const area = constantFrom('110101', '440524', '310115', '650102')
  const day = date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2010-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  assert(
    property(area, day, integer({ min: 1, max: 999 }), (place, born, number) => {
      const body = place + born.toISOString().slice(0, 10).replaceAll('-', '') + String(number).padStart(3, '0')
      const fitting = [...'0123456789X'].filter((check) => isId(body + check))
      expect(fitting).toHaveLength(1)
      const id = body + String(fitting[0])
      const wrong = [...id].flatMap((right, at) =>
        [...'0123456789'].filter((digit) => digit !== right).map((digit) => id.slice(0, at) + digit + id.slice(at + 1)),
      )
      const exchanged = [...id]
        .slice(1)
        .map((next, at) => id.slice(0, at) + next + (id[at] ?? '') + id.slice(at + 2))
        .filter((text) => text !== id)
      expect([...wrong, ...exchanged].filter(isId)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('an id number born after today is refused', () => {
  expect(checkIdNumber('11010519491231002X', { year: 1949, month: 12, day: 30 }).ok).toBe(false)
  expect(checkIdNumber('11010519491231002X', { year: 1949, month: 12, day: 31 }).ok).toBe(true)
})

test('age counts full years and turns on the birthday', () => {
  const id = '11010519491231002X'
  expect(birthDate(id)).toEqual({ year: 1949, month: 12, day: 31 })
  expect(ageAt(id, { year: 1967, month: 12, day: 30 })).toBe(17)
  expect(valueOf(checkAge(id, { year: 1967, month: 12, day: 30 }))).toBe('未满18周岁，暂不支持实名认证')
  expect(valueOf(checkAge(id, { year: 1967, month: 12, day: 31 }))).toBe(id)
  expect(checkAge(id, { year: 1966, month: 1, day: 1 }, 16).ok).toBe(true)
})

// 810000199408230021 carries the check digit of GB 11643.
test.each([
  [' Zhang.San@Example.CN ', 'Zhang.San@example.cn'],
  ['a@b', '邮箱格式不正确'],
  ['a b@c.cn', '邮箱格式不正确'],
  ['a@@c.cn', '邮箱格式不正确'],
  ['no-at-sign', '邮箱格式不正确'],
  [`a@${'b'.repeat(96)}.cn`, '邮箱格式不正确'],
  [`${'a'.repeat(65)}@b.cn`, '邮箱格式不正确'],
])('mail address "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkEmail(text))).toBe(outcome)
})

test('masks hide what others need not see', () => {
  expect(maskPhone('13800000001')).toBe('138****0001')
  expect(maskPhone('1234')).toBe('****')
  expect([maskName('张三'), maskName('欧阳修文忠公'), maskName('𠮷'), maskName('')]).toEqual(['张*', '欧**', '*', ''])
  expect(maskIdNumber('11010519491231002X')).toBe('1****************X')
  expect([maskEmail('zhangsan@example.cn'), maskEmail('odd')]).toEqual(['z***@example.cn', '***'])
})
