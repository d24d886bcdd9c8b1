import { invoiceKinds } from '@moqi/domain/orders/invoice-title'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, reason, time } from './shapes.ts'

const letter = z.enum(['blue', 'red'])

/** An invoice, or the red letter of one, that the platform has to make out; amounts in 分. */
export const AwaitedInvoice = z.object({
  invoiceId: id,
  /** `red`: the red letter of the invoice `reversesNo`. */
  letter,
  /** Whose it is: a company, or a person. */
  ownerName: z.string(),
  askTime: time,
  invoiceType: z.enum(invoiceKinds),
  titleName: z.string(),
  taxNo: z.string(),
  address: z.string(),
  phone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  email: z.string(),
  fen: z.int(),
  orderArray: z.array(z.object({ orderNo: z.string(), packName: z.string(), quantity: z.int(), fen: z.int() })),
  reversesNo: z.string().nullable(),
  redReason: z.string().nullable(),
})
export type AwaitedInvoice = z.infer<typeof AwaitedInvoice>

/** Issue 16: invoices that those who run the platform issue themselves, where no gateway does. */
export const operatorInvoice = callsUnder('/operator/api', { access: 'operator' })({
  listAwaitedInvoices: {
    summary: '待开具的发票与红字发票（最早的在前），按申请方、抬头、税号、订单号或种类查找',
    input: z.object({
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(200).optional(),
      letter: letter.optional(),
    }),
    output: z.object({ invoiceArray: z.array(AwaitedInvoice), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  deliverInvoice: {
    summary: '上传已开具的发票或红字发票（PDF）',
    kind: 'upload',
    /** `letter` as it was shown, since the other may be waited for by now; `number` as the tax office gave it. */
    input: z.object({ invoiceId: id, letter, number: z.string().trim().max(40) }),
    refuses: ['invoice/not-found', 'invoice/changed', 'field/invalid', 'file/type', 'file/too-large'],
  },
  refuseInvoice: {
    summary: '登记开票失败或不予红冲，原因告知申请人',
    input: z.object({ invoiceId: id, letter, reason }),
    refuses: ['invoice/not-found', 'invoice/changed', 'field/invalid'],
  },
})
