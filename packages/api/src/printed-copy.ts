import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, time } from './shapes.ts'

/** As it is typed, or as a code carries it. */
const number = z.string().max(40)

const PrintedCopyInfo = z.object({
  /** As it stands on paper. */
  number: z.string(),
  /** 签署完成, 已作废 and so on, as the contract stands now. */
  stateText: z.string(),
  /** 1 while it holds: signed by all and not voided. */
  holds: flag,
  /** Whether it is being voided. */
  voiding: flag,
  finishTime: time.nullable(),
  pageCount: z.int(),
  signerArray: z.array(
    z.object({
      /** 1 a company, 0 a person. */
      signType: flag,
      /** Masked. */
      name: z.string(),
      stateText: z.string(),
      signTime: time.nullable(),
    }),
  ),
})
/** What a printed copy's number tells whoever holds it. */
export type PrintedCopyInfo = z.infer<typeof PrintedCopyInfo>

/** 打印件: the number and codes on paper, and what they lead to. */
export const printedCopy = callsUnder('/api/common/v1/printedCopy')({
  numberPrintedCopy: {
    summary: '打印件编号与每页二维码（未发送的合同没有编号）',
    input: z.object({ signId: id }),
    output: z.object({
      number: z.string().nullable(),
      /** For each page, through all files in order, where its code leads, and the code as a data address. */
      pageArray: z.array(z.object({ link: z.string(), qrcode: z.string() })),
    }),
    refuses: ['contract/not-found', 'contract/other-space'],
    limit: { count: 60, seconds: 600 },
  },
  getPrintedCopy: {
    summary: '凭打印件编号查看合同状态与签署情况（姓名与名称已遮蔽）',
    access: 'open',
    input: z.object({ number }),
    output: PrintedCopyInfo,
    refuses: ['printed-copy/not-found'],
    limit: { count: 60, seconds: 600 },
  },
  printedPage: {
    method: 'GET',
    path: '/api/common/v1/printedCopy/page',
    summary: '打印件一页的电子原样（凭该页自己的二维码）',
    access: 'open',
    kind: 'blob',
    input: z.object({
      number,
      page: z.coerce.number().int().min(1).max(5000),
      /** What only that page's own code carries. */
      key: z.string().max(20),
    }),
    refuses: ['printed-copy/not-found', 'file/not-found', 'file/too-complex'],
    limit: { count: 120, seconds: 600 },
  },
})
