import {
  type Arbitrary,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  subarray,
} from 'fast-check'
import { expect, test } from 'vitest'
import {
  type EntryFacts,
  entryObstacle,
  entryObstacles,
  type EntryRule,
  firstObstacle,
  usualEntry,
} from '../spaces/entry-rule.ts'
import { dayMs, hourMs } from '../time/civil-date.ts'
import {
  checkGroupName,
  entryOfGroup,
  groupLimits,
  heldTo,
  isTighter,
  noGroupRules,
  rulesInWords,
} from './group-rules.ts'

const at = 1000 * dayMs
const moment = integer({ min: 0, max: 2 * at })
const maybe = <T>(arbitrary: Arbitrary<T>) => option(arbitrary, { nil: null })
const entry: Arbitrary<EntryRule> = record({
  version: nat(),
  second: maybe(record({ roles: maybe(subarray(['administrator', 'operator'])), from: moment })),
  network: record({ isOn: boolean(), list: constant([]), applications: boolean() }),
  session: record({ idleMs: maybe(nat(dayMs)), longestMs: maybe(nat(30 * dayMs)) }),
  password: record({ least: constant(8), ageMs: maybe(nat(365 * dayMs)) }),
})
const facts: Arbitrary<EntryFacts> = record({
  at: constant(at),
  role: constantFrom('administrator', 'operator'),
  isInside: boolean(),
  hasSecond: boolean(),
  isProvided: boolean(),
  longestPause: nat(dayMs),
  begunAt: integer({ min: at - 60 * dayMs, max: at }),
  passwordAt: maybe(integer({ min: at - 400 * dayMs, max: at })),
})
const hold = record({ secondFrom: maybe(moment), longestMs: maybe(nat(30 * dayMs)) })
const rules = record({
  graceDays: maybe(constantFrom(...groupLimits.graceDays)),
  longestHours: maybe(constantFrom(...groupLimits.longestHours)),
})

test('the stricter of both holds: a company’s own rules open nothing that its group’s shut, nor the other way', () => {
  assert(
    property(entry, hold, facts, (own, held, who) => {
      const group = entryOfGroup(held)
      const [alone, ofGroup] = [entryObstacle(own, who), entryObstacle(group, who)]
      const both = firstObstacle([own, group], who)
      expect(both === null).toBe(alone === null && ofGroup === null)
      expect([alone, ofGroup]).toContain(both)
      expect(firstObstacle([group, own], who)).toBe(both)
    }),
  )
})

test('of two obstacles the one that comes first alone is told', () => {
  const shut: EntryRule = { ...usualEntry, network: { isOn: true, list: [], applications: false } }
  const group = entryOfGroup({ secondFrom: 0, longestMs: 0 })
  const who = { at, role: 'operator', isInside: false, hasSecond: false, isProvided: false }
  const asked = { ...who, longestPause: 0, begunAt: 0, passwordAt: null }
  expect(firstObstacle([group, shut], asked)).toBe(entryObstacles[0])
  expect(firstObstacle([group], asked)).toBe('second')
  expect(firstObstacle([], asked)).toBeNull()
})

test('a group asks a second step of everybody, and sessions that are no longer than it says', () => {
  const held = heldTo({ graceDays: 7, longestHours: 2 }, null, at)
  expect(held).toEqual({ secondFrom: at + 7 * dayMs, longestMs: 2 * hourMs })
  expect(heldTo(noGroupRules, at, at)).toEqual({ secondFrom: null, longestMs: null })
})

test('rules that are saved anew do not put off a second step that is asked for already', () => {
  assert(
    property(rules, moment, (after, before) => {
      const { secondFrom } = heldTo(after, before, at)
      expect(secondFrom).toBe(after.graceDays === null ? null : before)
    }),
  )
})

test('rules are tighter that ask for something more, and not both ways round', () => {
  assert(
    property(rules, rules, (before, after) => {
      const same =
        before.longestHours === after.longestHours && (before.graceDays === null) === (after.graceDays === null)
      expect(isTighter(before, after) || isTighter(after, before)).toBe(!same)
    }),
  )
  expect(isTighter(noGroupRules, { graceDays: null, longestHours: 72 })).toBe(true)
  expect(isTighter({ graceDays: 0, longestHours: 2 }, { graceDays: null, longestHours: 4 })).toBe(false)
})

test('rules are said in words', () => {
  expect(rulesInWords(noGroupRules)).toEqual(['双因子登录：由各企业自行决定', '会话时长：由各企业自行决定'])
  expect(rulesInWords({ graceDays: 0, longestHours: 2 })).toEqual([
    '全员双因子登录：必须，立即生效',
    '会话时长：不超过2小时',
  ])
  expect(rulesInWords({ graceDays: 7, longestHours: 72 })).toEqual([
    '全员双因子登录：必须，宽限7天',
    '会话时长：不超过3天',
  ])
})

test.each([
  ['  云启 集团 ', '云启 集团'],
  ['云', null],
  ['云'.repeat(31), null],
  ['云启<b>集团', null],
])('a group named %j', (text, expected) => {
  const checked = checkGroupName(text)
  expect(checked.ok ? checked.value : null).toBe(expected)
})
