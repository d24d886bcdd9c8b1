import { expect, test } from 'vitest'
import { type Difference, differencePages, differenceTag, noteText, pageRanges, shutOut } from './difference-words.ts'

const place = (page: number, text: string) => ({ page, areaArray: [], text, lead: '', trail: '' })
const text = (before: string, after: string): Difference => ({
  kind: 'text',
  before: place(1, before),
  after: place(2, after),
})

test('a passage is changed, added or removed', () => {
  expect([text('30', '60'), text('', '新'), text('旧', '')].map((one) => differenceTag(one).label)).toEqual([
    '修改',
    '新增',
    '删去',
  ])
  expect(differenceTag({ kind: 'page-added', before: null, after: place(2, '') }).label).toBe('新增页')
})

test('the pages of both files are named where they differ, and the file where there is one alone', () => {
  expect(differencePages(text('a', 'b'))).toBe('第1页 → 第2页')
  expect(differencePages({ kind: 'picture', before: place(3, ''), after: place(3, '') })).toBe('第3页')
  expect(differencePages({ kind: 'page-removed', before: place(3, ''), after: null })).toBe('原文件第3页')
})

test('pages in a row are written as one range', () => {
  expect(pageRanges([1, 2, 3, 5])).toBe('1–3、5')
  expect(noteText({ kind: 'scan-after', pageArray: [2] })).toBe('新文件的以下页没有文字（扫描件），只按图形对比：第2页')
  expect(noteText({ kind: 'more', pageArray: [] })).toBe('差异过多，其余未列出')
})

test.each([
  ['a.pdf', 0, '文件是空的，请重新选择'],
  ['a.pdf', 60 * 1024 * 1024, '文件大小不能超过50MB'],
  ['a.docx', 10, '仅支持PDF，请另存为PDF后再选择'],
  ['A.PDF', 10, null],
])('%s of %i bytes', (name, size, said) => {
  expect(shutOut({ name, size, type: '' })).toBe(said)
})
