import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import type { InvoiceSheet } from './invoice-sheet.ts'
import { typesetInvoice } from './typeset-invoice.ts'

const sheet = (rows: string[][]): InvoiceSheet => ({
  title: '电子发票（普通发票）',
  mark: '演示样票，不作为报销凭证',
  facts: [
    ['发票号码', 'YP202611200000000001'],
    ['开票日期', '2026年11月20日'],
  ],
  buyer: {
    label: '购买方信息',
    rows: [
      ['名称', '杭州云启科技有限公司'],
      ['税号', '91330100799655058B'],
    ],
  },
  seller: {
    label: '销售方信息',
    rows: [
      ['名称', '演示收款方'.repeat(20)],
      ['税号', '—'],
    ],
  },
  columns: [
    { title: '项目名称', width: 4 },
    { title: '数量', width: 1, right: true },
    { title: '金额', width: 2, right: true },
    { title: '税率', width: 1, right: true },
    { title: '税额', width: 2, right: true },
  ],
  rows,
  sums: ['合计', '', '565.09', '', '33.91'],
  total: [
    ['价税合计', '¥599.00'],
    ['订单', '1笔'],
  ],
  notes: [['备注', '订单DD2026112000000001']],
})

const text = async (pdf: Buffer) => {
  const pages = (await PDF.load(pdf)).getPages()
  return { pages: pages.length, lines: pages.flatMap((page) => page.extractText().lines.map((line) => line.text)) }
}

test('an invoice is one page, and its mark stands above and across it', async () => {
  const row = ['*信息技术服务*企业100份', '1', '565.09', '6%', '33.91']
  for (const number of [1, 30]) {
    const { pages, lines } = await text(typesetInvoice(sheet(Array.from({ length: number }, () => row))))
    expect(pages).toBe(1)
    const all = lines.join('\n').replaceAll(' ', '')
    // Those across may each share their line with a row.
    expect(all.split('演示样票，不作为报销凭证').length - 1).toBeGreaterThan(0)
    expect(lines[0]).toBe('演示样票，不作为报销凭证')
    expect(all.split('企业100份').length - 1).toBeGreaterThan(number - 4)
  }
})

test('what is too long for its place ends with an ellipsis and touches nothing', async () => {
  const { lines } = await text(typesetInvoice(sheet([])))
  const [name] = lines.filter((one) => one.includes('演示收款方'))
  expect(name).toMatch(/(演示收款方){2,}.*…$/)
})
