import { fraudReasons } from '@moqi/domain/contract/fraud-report'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, newSession, time, yesNo } from './shapes.ts'
import { keysOf } from '@moqi/domain/keys-of'
import { namesIt } from './visit-rules.ts'

const ticket = z.string().max(64)
const report = {
  reason: z.enum(keysOf(fraudReasons)),
  content: z.string().max(1000).default(''),
}
const reportNo = z.object({ reportNo: z.string() })

/** What a link shows to whoever holds it: nothing that an invited party would not tell a stranger. */
const TicketInfo = z.object({
  initiatorName: z.string(),
  initiatorCompany: z.string().nullable(),
  taskName: z.string(),
  signExpireTime: time.nullable(),
  /** Masked. */
  signerName: z.string(),
  companyName: z.string().nullable(),
  /** Masked. */
  phone: z.string(),
  /** For reading alone: the invited person signs nothing. */
  copy: yesNo,
  finished: yesNo,
  /** The platform's own certificates are for trying out and bind nobody. */
  testCertificate: yesNo,
})
/** What a ticket shows before the invited phone is proved: who asks, and for what. */
export type TicketInfo = z.infer<typeof TicketInfo>

/**
 * Where the signed-in invited person stands. `realName`: prove who you are, as `signerName`; `otherName`: proved
 * already, as `ownName`, which is not the invited one; `otherIdentity`: the
 * name, but another id number than the initiator gave; `otherCompany`: a space of the name, but of another credit code;
 * `company`: no authenticated space of `companyName` to act in; `contract`: the
 * entry is there.
 */
const TicketStep = z.object({
  step: z.enum(['realName', 'otherName', 'otherIdentity', 'otherCompany', 'company', 'contract']),
  signerName: z.string(),
  companyName: z.string().nullable(),
  ownName: z.string().nullable(),
  signId: id.nullable(),
  tenantId: id.nullable(),
  /** Where word of the finished file goes. */
  mail: z.string().nullable(),
})
/** What whoever came by a ticket does next. */
export type TicketStep = z.infer<typeof TicketStep>

/** Checklist R44: a party without an account comes from a message; reports of fraud. */
export const openSign = callsUnder('/api/common/v1/ticket', { access: 'open' })({
  getTicketInfo: {
    summary: '短信链接：谁邀请谁签署什么',
    input: z.object({ ticket }),
    output: TicketInfo,
    refuses: ['ticket/dead'],
    limit: { count: 120, seconds: 60 },
  },
  sendTicketCode: {
    summary: '短信链接：向被邀请的手机号发送验证码',
    input: z.object({ ticket }),
    output: z.object({ expireSeconds: z.int(), resendSeconds: z.int() }),
    refuses: ['ticket/dead'],
    limit: { count: 30, seconds: 60 },
  },
  enterByTicket: {
    summary: '短信链接：以验证码登录，没有账号时自动开通',
    input: z.object({
      ticket,
      smsCode: z.string().trim().max(10),
      rememberMe: flag.default(0),
      agree: z.literal(1),
      inviteCode: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/)
        .optional(),
    }),
    output: newSession,
    refuses: ['ticket/dead', 'account/code-wrong', 'account/key-required', 'account/owner-unproven'],
    limit: { count: 60, seconds: 60 },
  },
  openTicket: {
    summary: '短信链接：当前账号离签署还差哪一步',
    access: 'session',
    input: z.object({ ticket }),
    output: TicketStep,
    refuses: ['ticket/dead', 'ticket/other-person'],
  },
  leaveMail: {
    path: '/api/common/v1/task/leaveMail',
    summary: '签署方留下接收完成通知的邮箱',
    access: 'tenant',
    mutates: true,
    input: z.object({ signId: id, email: z.string().max(200) }),
    output: z.object({ email: z.string() }),
    refuses: ['contract/not-found', 'contract/other-space', 'contract/illegal-move', 'field/invalid'],
    limit: { count: 20, seconds: 600 },
  },
  reportByTicket: {
    path: '/api/common/v1/ticket/report',
    summary: '举报合同（凭短信链接）',
    mutates: true,
    input: z.object({ ticket, ...report }),
    output: reportNo,
    refuses: ['ticket/dead', 'field/invalid'],
    limit: { count: 20, seconds: 3600 },
  },
  reportContract: {
    path: '/api/common/v1/task/report',
    summary: '举报合同',
    visit: { sign: namesIt },
    access: 'tenant',
    mutates: true,
    input: z.object({ signId: id, ...report }),
    output: reportNo,
    refuses: ['contract/not-found', 'contract/other-space', 'field/invalid'],
    limit: { count: 20, seconds: 3600 },
  },
})
