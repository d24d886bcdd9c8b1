import { shippedPolicy } from '@moqi/domain/lending/lending-policy'
import { expect, test } from 'vitest'
import { listOf, loanText, loanWordsOf } from './policy-text.ts'

test('what the platform ships is the same after it was written down and read', () => {
  const words = shippedPolicy.loanWords.map(({ word, times, harmless }) => ({
    word,
    times,
    harmlessArray: [...harmless],
  }))
  expect(loanWordsOf(loanText(words))).toEqual({ words })
})

test('a word alone counts once, and lines without one are left out', () => {
  expect(loanWordsOf('借条\n\n  借款  3  银行， 公积金 ')).toEqual({
    words: [
      { word: '借条', times: 1, harmlessArray: [] },
      { word: '借款', times: 3, harmlessArray: ['银行', '公积金'] },
    ],
  })
  expect(loanWordsOf('借条\n借款 三')).toEqual({ fault: '第2行：词语后面是出现次数，如“借款 3 银行、公积金”' })
})

test('words of a list stand behind one another or on lines', () => {
  expect(listOf('金额、本金\n￥ , RMB，')).toEqual(['金额', '本金', '￥', 'RMB'])
})
