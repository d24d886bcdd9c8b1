import { expect, test } from 'vitest'
import { checkPaperEnd, isEverForGood } from './paper-term.ts'
import { personPapers } from './person-paper.ts'

const now = Date.UTC(2026, 10, 20, 2)

test('a paper holds until the end of its last day in Beijing, or for good where it may', () => {
  expect(checkPaperEnd('2026-11-20', { now, forGood: false })).toEqual({
    ok: true,
    value: Date.UTC(2026, 10, 20, 15, 59, 59),
  })
  expect(checkPaperEnd(' 2036-01-05 ', { now, forGood: true })).toMatchObject({ ok: true })
  expect(checkPaperEnd('', { now, forGood: true })).toEqual({ ok: true, value: null })
})

test.each([
  ['', '请填写证照上的有效期截止日期'],
  ['2036-02-30', '请填写证照上的有效期截止日期'],
  ['长期', '请填写证照上的有效期截止日期'],
  ['2026-11-19', '证照已过有效期，请不予通过'],
  ['2126-01-05', '有效期截止日期不正确，请对照照片核对'],
])('%s is refused: %s', (text, message) => {
  expect(checkPaperEnd(text, { now, forGood: false })).toEqual({ ok: false, message })
})

test('of a person’s papers only the identity card is ever valid for good', () => {
  expect(personPapers.filter(isEverForGood)).toEqual(['identityCard'])
})
