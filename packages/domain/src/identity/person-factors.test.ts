import { expect, test } from 'vitest'
import { checkPersonalCard } from './bank.ts'
import { attemptLimit, attemptsLeft } from './person-factors.ts'

test('each failure takes a try, and the fifth last says when there is one again', () => {
  const day = 86_400_000
  const newestFirst = [600, 500, 400, 300, 200, 100]
  const answers = newestFirst.map((_, count) => attemptsLeft(newestFirst.slice(6 - count)))
  expect(answers.map(({ left }) => left)).toEqual([attemptLimit, 4, 3, 2, 1, 0])
  expect(answers.map(({ retryAt }) => retryAt)).toEqual([null, null, null, null, null, 100 + day])
  expect(attemptsLeft(newestFirst)).toEqual({ left: 0, retryAt: 200 + day })
})

test.each([
  ['4111111111111111', '4111111111111111'],
  [' 6222 0200-0000 0000 018 ', '6222020000000000018'],
  ['4111111111111112', '银行卡号格式不正确'],
  ['41111111111111', '银行卡号格式不正确'],
  ['00000000000000000000', '银行卡号格式不正确'],
  ['', '银行卡号格式不正确'],
])('the card "%s" gives %s (domain 4.1)', (text, outcome) => {
  const checked = checkPersonalCard(text)
  expect(checked.ok ? checked.value : checked.message).toBe(outcome)
})
