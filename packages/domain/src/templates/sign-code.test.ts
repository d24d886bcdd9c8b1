import { describe, expect, test } from 'vitest'
import { openRoleOf, signCodeClosing, signCodeFaults, signCodeLifecycle } from './sign-code.ts'
import type { TemplateRole } from './template-rules.ts'

const endAt = Date.parse('2026-12-01T23:59:59+08:00')
const now = Date.parse('2026-11-23T10:00:00+08:00')

test('every state of a code takes the events that lead on, and no other', () => {
  const reached = signCodeLifecycle.states.flatMap((state) =>
    signCodeLifecycle.events
      .filter((event) => signCodeLifecycle.can(state, event))
      .map((event) => `${state} ${event} ${signCodeLifecycle.after(state, event)}`),
  )
  expect(reached.toSorted()).toEqual([
    'active end ended',
    'active pause paused',
    'paused end ended',
    'paused resume active',
  ])
})

test.each([
  ['open', { state: 'active', used: 9 }, now, null],
  ['in its last second', { state: 'active', used: 9 }, endAt + 999, null],
  ['past its last day', { state: 'active', used: 9 }, endAt + 1000, 'expired'],
  ['paused past its last day', { state: 'paused', used: 9 }, endAt + 1000, 'expired'],
  ['paused', { state: 'paused', used: 10 }, now, 'paused'],
  ['ended', { state: 'ended', used: 10 }, endAt + 1000, 'ended'],
  ['full', { state: 'active', used: 10 }, now, 'full'],
] as const)('a code that is %s', (_, facts, at, closing) => {
  expect(signCodeClosing({ endAt, cap: 10, ...facts }, at)).toBe(closing)
})

const role = (more: Partial<TemplateRole>): TemplateRole => ({
  partyNo: 1,
  roleName: '甲方',
  signOrder: 1,
  isCompany: false,
  own: false,
  name: '',
  phone: '',
  companyName: '',
  ...more,
})

describe('the role that is open', () => {
  const own = role({ own: true, isCompany: true })
  const named = role({ partyNo: 3, name: '李雷', phone: '13900000001' })
  test.each([
    ['a person beside the own company', [own, role({ partyNo: 2 })], 2],
    ['a person beside somebody named', [named, role({ partyNo: 2 })], 2],
    ['a person alone', [role({ partyNo: 2 })], 2],
    ['none of two', [role({ partyNo: 2 }), role({ partyNo: 4 })], null],
    ['none where nobody is left open', [own, named], null],
    ['no company', [own, role({ partyNo: 2, isCompany: true })], null],
    ['none that has a phone already', [own, role({ partyNo: 2, phone: '13900000001' })], null],
    ['none beside somebody half named', [role({ partyNo: 2 }), role({ partyNo: 3, name: '李雷' })], null],
  ])('is %s', (_, roles, partyNo) => {
    expect(openRoleOf(roles)?.partyNo ?? null).toBe(partyNo)
  })
})

test.each([
  [{ name: '门店入职', cap: 1, endAt }, []],
  [{ name: ' ', cap: 0, endAt: now }, ['name', 'cap', 'endAt']],
  [{ name: '签'.repeat(51), cap: 10_001, endAt: now + 367 * 86_400_000 }, ['name', 'cap', 'endAt']],
  [{ name: '门店入职', cap: 1.5, endAt }, ['cap']],
])('%o is judged by field', (given, fields) => {
  expect(signCodeFaults(given, now).map(({ field }) => field)).toEqual(fields)
})
