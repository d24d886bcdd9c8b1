import { expect, test } from 'vitest'
import { lifecycle } from './lifecycle.ts'
import { Refusal } from './refusal.ts'

const door = lifecycle({
  refusal: 'seal/changed',
  initial: 'open',
  table: { open: { shut: 'shut' }, shut: { open: 'open', wall: 'gone' }, gone: {} },
})

test('states and events are those of the table, each once', () => {
  expect([door.initial, door.states, door.events]).toEqual(['open', ['open', 'shut', 'gone'], ['shut', 'open', 'wall']])
})

test('what the table lists happens', () => {
  const after: 'gone' = door.after('shut', 'wall')
  expect([after, door.can('shut', 'wall')]).toEqual(['gone', true])
})

test('what it does not list is refused in the words of the thing, with state and event', () => {
  expect(() => door.after('open', 'wall')).toThrow(new Refusal('seal/changed', { state: 'open', event: 'wall' }))
  expect(door.can('open', 'wall')).toBe(false)
})

test('only a state without moves is an end', () => {
  expect(door.states.filter((state) => door.isEnd(state))).toEqual(['gone'])
})
