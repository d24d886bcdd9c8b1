import type { MailContent } from './mail-content.ts'

/** An invoice that is sent, or its red letter; `label` is what it is worth where it is no real one. */
export type SentInvoice = {
  title: string
  amount: string
  number: string
  red: boolean
  label: string | null
  file: NonNullable<MailContent['attachment']>
}

/** What the address hears that an invoice was asked for with: the PDF itself, for whoever may have no account. */
export function invoiceMail(
  { title, amount, number, red, label, file }: SentInvoice,
  { brand, home }: { brand: string; home: string },
): MailContent {
  const what = red ? '红字发票' : '电子发票'
  return {
    subject: `【${brand}】${what} ${number}`,
    lines: [
      '您好：',
      `抬头为${title}、金额${amount}元的${what}（号码${number}）已开具，请查收附件。`,
      ...(label === null ? [] : [`${label}。`]),
    ],
    link: { text: '查看发票', url: `${home}/user/bill?tab=invoices` },
    attachment: file,
  }
}
