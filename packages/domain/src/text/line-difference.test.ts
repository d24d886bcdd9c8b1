import { expect, test } from 'vitest'
import { isDifferent, lineDifference } from './line-difference.ts'

const shown = (before: string, after: string) =>
  lineDifference([...before], [...after])
    .map(({ kind, text }) => ({ same: '', gone: '-', come: '+' })[kind] + text)
    .join('')

const cases: [string, string, string][] = [
  ['', '', ''],
  ['abc', 'abc', 'abc'],
  ['abc', 'axc', 'a-b+xc'],
  ['', 'ab', '+a+b'],
  ['ab', '', '-a-b'],
  ['aa', 'a', 'a-a'],
]

test.each(cases)('from %j to %j', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

test.each([...cases, ['abcabba', 'cbabac', '']])(
  'what is kept and gone of %j, kept and come of %j',
  (before, after) => {
    const lines = lineDifference([...before], [...after])
    const kept = (leave: 'gone' | 'come') => lines.filter(({ kind }) => kind !== leave).map(({ text }) => text)
    expect([kept('come').join(''), kept('gone').join('')]).toEqual([before, after])
    expect(isDifferent(lines)).toBe(before !== after)
  },
)

test('as many lines as can stay do', () => {
  const stay = lineDifference([...'abcabba'], [...'cbabac']).filter(({ kind }) => kind === 'same')
  expect(stay).toHaveLength(4)
})

test('what is too long to be compared line by line is shown as a whole', () => {
  const lines = lineDifference(
    Array.from({ length: 2500 }, (_, index) => `a${index}`),
    Array.from({ length: 2500 }, (_, index) => `b${index}`),
  )
  expect(lines.map(({ kind }) => kind)).toEqual([...Array(2500).fill('gone'), ...Array(2500).fill('come')])
})
