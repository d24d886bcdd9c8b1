import { expect, test } from 'vitest'
import { dayMs } from '../time/civil-date.ts'
import { bulletinFault, bulletinLifecycle, type BulletinText } from './bulletin-rules.ts'

const { states, events, can, after } = bulletinLifecycle

test('every state and event: what may happen to a bulletin', () => {
  const moves = states.flatMap((state) =>
    events.filter((event) => can(state, event)).map((event) => `${state} ${event} ${after(state, event)}`),
  )
  expect(moves).toEqual([
    'draft save draft',
    'draft publish published',
    'draft drop dropped',
    'published takeBack draft',
  ])
})

test('what may not is refused as changed', () => {
  const others = states.flatMap((state) =>
    events.filter((event) => !can(state, event)).map((event) => [state, event] as const),
  )
  expect(others.length).toBe(states.length * events.length - 4)
  for (const [state, event] of others) expect(() => after(state, event)).toThrow('bulletin/changed')
})

const text: BulletinText = {
  words: '11月30日凌晨2点至4点升级，期间暂停签署。',
  level: 'important',
  audience: 'all',
  beginsAt: Date.UTC(2026, 10, 28),
  endsAt: Date.UTC(2026, 11, 1),
}

test('a whole bulletin has no fault', () => {
  expect(bulletinFault(text)).toBeNull()
  expect(bulletinFault({ ...text, words: '字'.repeat(120), endsAt: text.beginsAt + 366 * dayMs })).toBeNull()
})

test.each([
  ['words', { words: '' }],
  ['words', { words: '字'.repeat(121) }],
  ['words', { words: '两\n行' }],
  ['words', { words: '升级😀通知' }],
  ['beginsAt', { beginsAt: Number.NaN }],
  ['endsAt', { endsAt: Number.NaN }],
  ['endsAt', { endsAt: text.beginsAt }],
  ['endsAt', { endsAt: text.beginsAt + 367 * dayMs }],
] as const)('%s is named when it is %j', (field, change) => {
  expect(bulletinFault({ ...text, ...change })?.field).toBe(field)
})
