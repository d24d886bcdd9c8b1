import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../time/civil-date.ts'
import {
  type EntryFacts,
  entryObstacle,
  type EntryRule,
  passwordInWords,
  roleKey,
  sessionInWords,
  usualEntry,
} from './entry-rule.ts'

const at = 100 * dayMs
const facts = (change: Partial<EntryFacts> = {}): EntryFacts => ({
  at,
  role: 'operator',
  isInside: false,
  hasSecond: false,
  isProvided: false,
  longestPause: 0,
  begunAt: at,
  passwordAt: at,
  ...change,
})
const rule = (change: Partial<EntryRule>): EntryRule => ({ ...usualEntry, ...change })

test('a company that has said nothing keeps no member out', () => {
  expect(entryObstacle(usualEntry, facts({ begunAt: 0, longestPause: dayMs, passwordAt: 0 }))).toBeNull()
})

test.each([
  ['everybody', null, 'operator', 'second'],
  ['a role that is named', ['operator'], 'operator', 'second'],
  ['a role that is not named', ['administrator'], 'operator', null],
  ['nobody', [], 'administrator', null],
])('a second step is asked of %s', (_, roles, role, expected) => {
  expect(entryObstacle(rule({ second: { roles, from: at } }), facts({ role }))).toBe(expected)
})

test('a second step is not asked within the grace, of who has one, or of whom the company’s provider let in', () => {
  const asked = rule({ second: { roles: null, from: at } })
  expect(entryObstacle(asked, facts({ at: at - 1 }))).toBeNull()
  expect(entryObstacle(asked, facts({ hasSecond: true }))).toBeNull()
  expect(entryObstacle(asked, facts({ isProvided: true }))).toBeNull()
})

test('networks hold once they are on, for whom the provider let in too, and come first', () => {
  const network = { isOn: true, list: [{ network: '10.0.0.0/8', name: '总部' }], applications: false }
  const both = rule({ network, second: { roles: null, from: 0 } })
  expect(entryObstacle(both, facts())).toBe('network')
  expect(entryObstacle(both, facts({ isProvided: true }))).toBe('network')
  expect(entryObstacle(both, facts({ isInside: true }))).toBe('second')
  expect(entryObstacle(rule({ network: { ...network, isOn: false } }), facts())).toBeNull()
})

test('a pause and a session’s length are judged to the millisecond', () => {
  const timed = rule({ session: { idleMs: hourMs, longestMs: dayMs } })
  expect(entryObstacle(timed, facts({ longestPause: hourMs, begunAt: at - dayMs }))).toBeNull()
  expect(entryObstacle(timed, facts({ longestPause: hourMs + 1 }))).toBe('pause')
  expect(entryObstacle(timed, facts({ begunAt: at - dayMs - 1, isProvided: true }))).toBe('pause')
})

test('an old password keeps out who has one, unless the provider let them in', () => {
  const aged = rule({ password: { least: 8, ageMs: 90 * dayMs } })
  expect(entryObstacle(aged, facts({ passwordAt: at - 91 * dayMs }))).toBe('password')
  expect(entryObstacle(aged, facts({ passwordAt: at - 90 * dayMs }))).toBeNull()
  expect(entryObstacle(aged, facts({ passwordAt: null }))).toBeNull()
  expect(entryObstacle(aged, facts({ passwordAt: 0, isProvided: true }))).toBeNull()
})

test('roles have one name each, and rules read in words', () => {
  expect([roleKey({ isOwner: true, roleId: null }), roleKey({ isOwner: false, roleId: null })]).toEqual([
    'administrator',
    'operator',
  ])
  expect(roleKey({ isOwner: false, roleId: 'r1' })).toBe('r1')
  expect(sessionInWords({ idleMs: 15 * 60_000, longestMs: 12 * hourMs })).toBe(
    '闲置15分钟后重新登录，登录满12小时后重新登录',
  )
  expect(sessionInWords({ idleMs: 2 * hourMs, longestMs: 7 * dayMs })).toBe('闲置2小时后重新登录，登录满7天后重新登录')
  expect(sessionInWords(usualEntry.session)).toBe('闲置时长不另行限制，会话时长不另行限制')
  expect(passwordInWords({ least: 12, ageMs: 90 * dayMs })).toBe('至少12位，90天更换')
  expect(passwordInWords(usualEntry.password)).toBe('至少8位，不要求定期更换')
})
