import { expect, test } from 'vitest'
import { sentenceAround } from './found-sentence.ts'

test('the sentence around a word is cut at its marks and read without the ends of lines', () => {
  const text = '第一条 定义。乙方应妥善保管全部 保密信息，不得向第三方披露；违者赔偿。'
  expect(sentenceAround(text, '保密信息')).toEqual({
    before: '乙方应妥善保管全部',
    match: '保密信息',
    after: '，不得向第三方披露；',
  })
})

test('a word that runs over the end of a line, or in another width and case, is marked as it stands', () => {
  expect(sentenceAround('商业 秘密由双方保守', '业秘')).toEqual({ before: '商', match: '业秘', after: '密由双方保守' })
  expect(sentenceAround('按 ＩＳＯ 9001 执行', 'iso9001')?.match).toBe('ＩＳＯ 9001')
})

test('a long sentence is shortened on both sides', () => {
  const found = sentenceAround(`${'甲'.repeat(100)}金额${'乙'.repeat(100)}`, '金额')
  expect(found).toEqual({ before: `…${'甲'.repeat(24)}`, match: '金额', after: `${'乙'.repeat(48)}…` })
})

test('a text without the word has no sentence', () => {
  expect(sentenceAround('第一条', '付款')).toBeNull()
})
