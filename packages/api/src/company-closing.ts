import { z } from 'zod'
import { callsUnder } from './call.ts'
import { agree, id, time } from './shapes.ts'

const count = z.int().nonnegative()

const Closing = z.object({
  closingId: id,
  /** When it was asked for, by whom, and from when on it cannot be taken back. */
  startTime: time,
  startedBy: z.string(),
  closeTime: time,
})

/** Closing a company; checklist H16. */
export const companyClosing = callsUnder('/companyClosing', { right: 'closeCompany' })({
  getCompanyClosing: {
    summary: '注销企业：是否正在注销，以及注销前要做的事',
    output: z.object({
      /** Null where it is not closing. */
      closing: Closing.nullable(),
      /** Contracts under way, and of these how many wait for somebody else. */
      openTaskNumber: count,
      sealNumber: count,
      grantNumber: count,
      /** 份 that are left. */
      surplus: count,
      memberNumber: count,
      /** Integrations that are let in. */
      integrationNumber: count,
      taskNumber: count,
      /** When the newest export was done, and how many contracts were finished since; null for none. */
      exportTime: time.nullable(),
      unexportedNumber: count,
    }),
  },
  startCompanyClosing: {
    summary: '提交注销企业（30日内可以撤销）',
    mutates: true,
    input: z.object({
      /** The registered name, typed to confirm. */
      companyName: z.string().trim().max(200),
      /** Of getSmsVerificationCode with scene `closeCompany`. */
      smsCode: z.string().trim().max(10),
      agree,
    }),
    output: Closing,
    refuses: ['account/code-wrong', 'closing/obstacles', 'closing/changed', 'field/invalid'],
    limit: { count: 10, seconds: 600 },
  },
  takeBackCompanyClosing: {
    summary: '撤销注销企业',
    mutates: true,
    refuses: ['closing/changed'],
  },
})
