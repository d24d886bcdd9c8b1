import { expect, test } from 'vitest'
import { reflow, type TextRun } from './reflow.ts'

const size = 12
/** A line of Chinese text, a square a character. */
const line = (text: string, y: number, x = 90, em = size): TextRun => ({
  text,
  x,
  y,
  width: text.length * em,
  size: em,
})
const word = (text: string, x: number): TextRun => ({ text, x, y: 100, width: text.length * 6, size })
const full = '甲'.repeat(34)

const texts = (runs: readonly TextRun[]) => reflow(runs, 595).map(({ text }) => text)

test('the lines of a paragraph become one, and an indented line begins the next', () => {
  expect(texts([line(full.slice(2), 100, 114), line(full, 120), line('乙方', 140), line('丙', 160, 114)])).toEqual([
    `${full.slice(2)}${full}乙方`,
    '丙',
  ])
})

test('a clause begins anew though the line before it is full', () => {
  expect(texts([line(full, 100), line('（二）交付', 120), line('3.1　验收', 140)])).toEqual([
    full,
    '（二）交付',
    '3.1　验收',
  ])
})

test('titles and names of clauses are headings, page numbers are not', () => {
  const runs = [
    line('房屋租赁合同', 80, 240, 20),
    line('第 1 条　租赁房屋', 120),
    line(full, 140),
    line('第 1 页', 800, 280),
  ]
  expect(reflow(runs, 595).map(({ kind, text }) => [kind, text])).toEqual([
    ['title', '房屋租赁合同'],
    ['heading', '第 1 条　租赁房屋'],
    ['text', full],
    ['text', '第 1 页'],
  ])
})

test('runs of one line are read from left to right, columns stay apart, words keep their spaces', () => {
  expect(texts([line('乙方：', 100, 330), line('甲方：', 100)])).toEqual(['甲方：\u3000乙方：'])
  expect(texts([word('PDF', 90), word('file', 112)])).toEqual(['PDF file'])
})

test('what was filled in stands in the sentence it belongs to', () => {
  expect(texts([line('月租金为', 100), { ...line('6200', 101, 140), width: 24 }, line('元。', 100, 170)])).toEqual([
    '月租金为6200元。',
  ])
})

test('a block knows where on the page it stands, and a page without text has none', () => {
  expect(reflow([line(full, 100), line('完', 120)], 595)).toMatchObject([{ from: 100, to: 120 }])
  expect(reflow([line(' ', 100)], 595)).toEqual([])
})
