import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'
import { smsMessage } from './sms-text.ts'

const orderPath = ({ orderId }: { orderId: string }) => `/cart/order?orderId=${orderId}`

const paid = ({ pack, copies, amount }: NoticeFacts['orderPaid']) =>
  `您购买的${pack}已到账，共${copies}份，支付${amount}元`

const refunded = ({ orderNo, amount, reason }: NoticeFacts['orderRefunded']) =>
  reason === null
    ? `订单${orderNo}已退款，${amount}元原路退回`
    : `订单${orderNo}的退款未通过：${reason}。份数已恢复，可继续使用`

const invoicePath = () => '/user/bill?tab=invoices'

const invoiceTitle = ({ red, reason }: NoticeFacts['invoiceDecided']) =>
  `${red ? '发票红冲' : '发票'}${reason === null ? (red ? '已完成' : '已开具') : red ? '未通过' : '开具失败'}`

const invoiced = (facts: NoticeFacts['invoiceDecided']) =>
  `抬头为${facts.title}、金额${facts.amount}元的${invoiceTitle(facts)}${facts.reason === null ? '' : `：${facts.reason}`}`

const ending = ({ pack, n, date }: NoticeFacts['packEnds']) => `${pack}还有${n}份将于${date}到期`

/** Notices about buying packs and what is left of them. */
export const orderNotices = {
  orderPaid: {
    label: '套餐到账',
    // The template of domain 8 promises invoices, which cannot be applied for here.
    sms: 'never',
    mail: 'on',
    text: (facts) => paid(facts),
    path: orderPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.pack}已到账`,
      lines: ['您好：', `${paid(facts)}。`],
      link: { text: '查看订单', url: `${home}${orderPath(facts)}` },
    }),
  },
  quotaLow: {
    label: '份数预警',
    sms: 'on',
    mail: 'on',
    text: ({ n }) => `剩余发起签署份数仅${n}份，请及时购买套餐以免影响使用`,
    path: () => '/cart/cart',
    writeSms: (facts, brand) => smsMessage('quotaLow', facts, brand),
    writeMail: ({ n }, { brand, home }) => ({
      subject: `【${brand}】剩余发起签署份数仅${n}份`,
      lines: ['您好：', `剩余发起签署份数仅${n}份，请及时购买套餐以免影响使用。`],
      link: { text: '购买套餐', url: `${home}/cart/cart` },
    }),
  },
  packEnds: {
    label: '份数即将到期',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => `${ending(facts)}，到期清零，请及时使用`,
    path: () => '/user/bill',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${ending(facts)}`,
      lines: ['您好：', `${ending(facts)}，到期清零，请及时使用。`],
      link: { text: '查看账单', url: `${home}/user/bill` },
    }),
  },
  voucherRefused: {
    label: '汇款凭证驳回',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: ({ orderNo, reason }) => `订单${orderNo}的汇款凭证未通过审核：${reason}。请核对后重新上传`,
    path: orderPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】订单${facts.orderNo}的汇款凭证未通过审核`,
      lines: ['您好：', `订单${facts.orderNo}的汇款凭证未通过审核：${facts.reason}。请核对后重新上传。`],
      link: { text: '查看订单', url: `${home}${orderPath(facts)}` },
    }),
  },
  orderRefunded: {
    label: '退款结果',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => refunded(facts),
    path: orderPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】订单${facts.orderNo}${facts.reason === null ? '已退款' : '退款未通过'}`,
      lines: ['您好：', `${refunded(facts)}。`],
      link: { text: '查看订单', url: `${home}${orderPath(facts)}` },
    }),
  },
  invoiceDecided: {
    label: '开票结果',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => invoiced(facts),
    path: invoicePath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${invoiceTitle(facts)}`,
      lines: ['您好：', `${invoiced(facts)}。`],
      link: { text: '查看发票', url: `${home}${invoicePath()}` },
    }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
