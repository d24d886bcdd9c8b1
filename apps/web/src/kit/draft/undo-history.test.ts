import { expect, test } from 'vitest'
import { recorded, redone, startHistory, undone } from './undo-history.ts'

test('undoes and redoes step by step', () => {
  const third = recorded(recorded(startHistory('a'), 'b'), 'c')
  expect(undone(third).present).toBe('b')
  expect(undone(undone(third)).present).toBe('a')
  expect(redone(undone(undone(third))).present).toBe('b')
  expect(redone(redone(undone(undone(third))))).toEqual(third)
})

test('stays where it is at either end', () => {
  const only = startHistory(1)
  expect(undone(only)).toBe(only)
  expect(redone(only)).toBe(only)
})

test('forgets what was undone once something new is done', () => {
  const changed = recorded(undone(recorded(startHistory(1), 2)), 3)
  expect(changed).toEqual({ past: [1], present: 3, future: [] })
})

test('records nothing when nothing changed', () => {
  const list = [1]
  const history = startHistory(list)
  expect(recorded(history, list)).toBe(history)
})

test('keeps the last hundred steps', () => {
  let history = startHistory(0)
  for (let step = 1; step <= 150; step += 1) history = recorded(history, step)
  expect(history.past).toHaveLength(100)
  expect(history.past[0]).toBe(50)
})
