import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { breakLines } from './break-lines.ts'
import type { ReportContent } from './report-content.ts'
import { typesetReport } from './typeset-report.ts'

const content = (rows: string[][]): ReportContent => ({
  brand: '墨契',
  title: '签署报告',
  subject: '合同',
  number: 'BG1',
  notice: null,
  cover: [['报告编号', 'BG1']],
  conclusion: { text: '全部签名有效', good: true },
  sections: [
    {
      title: '操作日志',
      blocks: [
        {
          kind: 'table',
          columns: [
            { title: '操作', width: 1 },
            { title: '人', width: 1 },
          ],
          rows,
        },
      ],
    },
  ],
  catalog: { MoqiEvidence: 'ab'.repeat(32) },
})

const pagesOf = async (rows: string[][]) => (await PDF.load(typesetReport(content(rows)))).getPageCount()

const measure = (text: string) => [...text].length

test('a table goes on over as many pages as it needs', async () => {
  expect(await pagesOf([['签署', '王小明']])).toBe(2)
  expect(await pagesOf(Array.from({ length: 300 }, () => ['签署', '王小明']))).toBeGreaterThan(8)
})

test('one cell longer than a page is split, not lost', async () => {
  expect(await pagesOf([['拒签，因为价格不符。'.repeat(1200), '王小明']])).toBeGreaterThan(5)
})

test('characters that no font has, controls and half pairs do no harm', async () => {
  expect(await pagesOf([['😀\u0000\uD800\u{2A6D6}', '\u202E王']])).toBe(2)
})

test('the catalog carries what the caller gives', () => {
  expect(typesetReport(content([])).toString('latin1')).toContain(`/MoqiEvidence <${'ab'.repeat(32)}>`)
})

test('lines break where Chinese may break, keep words whole, and lose nothing', () => {
  expect(breakLines('甲方与乙方签订，本合同', 7, measure)).toEqual(['甲方与乙方签', '订，本合同'])
  expect(breakLines('见 SHA-256 指纹', 8, measure)).toEqual(['见', 'SHA-256', '指纹'])
  expect(breakLines('abcdefghij', 4, measure)).toEqual(['abcd', 'efgh', 'ij'])
  expect(breakLines('', 4, measure)).toEqual([''])
})
