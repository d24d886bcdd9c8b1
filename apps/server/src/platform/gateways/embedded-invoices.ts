import type { InvoiceSheet } from '@moqi/evidence/report/invoice-sheet'
import { splitTax, taxPercent } from '@moqi/domain/orders/invoice-amount'
import { invoiceKindLabels, type InvoiceTitle } from '@moqi/domain/orders/invoice-title'
import { yuanText } from '@moqi/domain/orders/yuan-text'
import { yuanWords } from '@moqi/domain/orders/yuan-words'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Deps } from '#src/platform/deps.ts'
import type { InvoiceAsked, InvoiceGateway } from './invoice-gateway.ts'

/** How a sample names itself, wherever it is seen. */
const label = '演示样票，不作为报销凭证'

/** A title of this name is refused, for trying what follows. */
const refusedName = '样票开具失败'

/**
 * Asks no tax office: draws a sample that is labelled as one on the page and everywhere it is shown. Outside demo mode
 * it issues nothing unless it is allowed by name.
 */
export const embeddedInvoices = (deps: Pick<Deps, 'config' | 'now' | 'workshop'>): InvoiceGateway => ({
  label,
  async issue(asked) {
    if (asked.title.name.includes(refusedName)) return { fault: '购买方名称与税号不一致，请核对抬头后重新申请' }
    const number = `${asked.reverses ? 'YH' : 'YP'}${asked.invoiceId.replaceAll(/\D/g, '').slice(-14).padStart(14, '0')}`
    return { number, pdf: await deps.workshop.typesetInvoice(sheetOf(deps, asked, number)) }
  },
})

/** Nobody issues by himself: the platform's operator uploads what the tax office gave. */
export const operatorInvoices: InvoiceGateway = { label: null, issue: null }

function sheetOf({ config, now }: Pick<Deps, 'config' | 'now'>, asked: InvoiceAsked, number: string): InvoiceSheet {
  const { kind, title, lines, reverses } = asked
  const minus = reverses ? '-' : ''
  const money = (fen: number) => `${minus}${yuanText(fen)}`
  const taxed = lines.map((line) => ({ ...line, ...splitTax(line.fen) }))
  const sum = (of: (line: (typeof taxed)[number]) => number) => taxed.reduce((all, line) => all + of(line), 0)
  return {
    title: `电子发票（${invoiceKindLabels[kind]}）`,
    mark: label,
    facts: [
      ['发票号码', number],
      ['开票日期', formatDate(now(), '{y}年{m}月{d}日')],
    ],
    buyer: { label: '购买方信息', rows: partyRows(title) },
    seller: { label: '销售方信息', rows: partyRows(sellerOf(config)) },
    columns: [
      { title: '项目名称', width: 9 },
      { title: '单位', width: 2 },
      { title: '数量', width: 2, right: true },
      { title: '金额', width: 4, right: true },
      { title: '税率', width: 2, right: true },
      { title: '税额', width: 3, right: true },
    ],
    rows: taxed.map(({ name, quantity, price, tax }) => [
      `*信息技术服务*${name}`,
      '个',
      `${minus}${quantity}`,
      money(price),
      `${taxPercent}%`,
      money(tax),
    ]),
    sums: ['合计', '', '', `¥${money(sum(({ price }) => price))}`, '', `¥${money(sum(({ tax }) => tax))}`],
    total: [
      ['价税合计（大写）', `${reverses ? '（负数）' : ''}${yuanWords(asked.fen)}`],
      ['（小写）', `¥${money(asked.fen)}`],
    ],
    notes: notesOf(asked),
  }
}

/** Whose account takes the money; a sample's seller has no tax number. */
const sellerOf = ({ payee, brand, supportPhone: phone }: Deps['config']): InvoiceTitle => ({
  type: 'company',
  name: payee?.name ?? brand,
  taxNo: '',
  address: '',
  phone,
  bank: payee?.bank ?? '',
  account: payee?.account ?? '',
})

const partyRows = ({ name, taxNo, address, phone, bank, account }: InvoiceTitle): [string, string][] => {
  const rows: [string, string][] = [
    ['名称', name],
    ['税号', taxNo],
    ['地址、电话', `${address} ${phone}`.trim()],
    ['开户银行', bank],
    ['银行账号', account],
  ]
  return rows.map(([what, text]) => [what, text || '—'])
}

const notesOf = ({ lines, reverses }: InvoiceAsked): InvoiceSheet['notes'] => [
  ['备注', `订单号 ${lines.map(({ orderNo }) => orderNo).join('、')}`],
  ...(reverses ? [['红冲', `对应蓝字发票 ${reverses.number}，原因：${reverses.reason}`] as const] : []),
]
