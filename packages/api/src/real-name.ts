import { authWays, factorWays } from '@moqi/domain/identity/person-factors'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, flag, id, time } from './shapes.ts'

const CompanyAuth = z.object({
  authid: id,
  tenantId: id,
  companyName: z.string(),
  creditCode: z.string(),
  /** Where the amount was sent: the bank and the account's last four digits. */
  bankName: z.string(),
  bankAccount: z.string(),
  /** The first waits for the person's own authentication. */
  step: z.enum(['infoSubmitted', 'paymentSent', 'amountPending']),
  triesLeft: z.int(),
  /** Until when the amount may be told; null while it is under way. */
  expireTime: time.nullable(),
})
/** A company's authentication under way. */
export type CompanyAuth = z.infer<typeof CompanyAuth>

const Trial = z.object({
  input: z.string(),
  outcome: z.string(),
  /** Of a person: with which factors it is one; with any when it says none. */
  authWay: z.enum(factorWays).optional(),
})
/** What may be typed in the demonstration, and what comes of it in words. */
export type Trial = z.infer<typeof Trial>

/** Checklist C92: real-name authentication of a person, and of a company by the amount sent to its account. */
export const realName = callsUnder('/api/common/v1/auth', { access: 'session' })({
  getAuthInfo: {
    summary: '实名认证状态',
    /** Neither asks for the personal space; both name a company space that the person owns. */
    input: z.object({ tenantId: id.optional(), companyName: z.string().max(200).optional() }),
    output: z.object({
      isAuthed: authStatus,
      realName: z.string().nullable(),
      reason: z.string().nullable(),
      company: CompanyAuth.nullable(),
      /** Of the personal space: by what it was or is being checked, and when it passed; null while it was not. */
      authWay: z.enum(authWays).nullable(),
      completeTime: time.nullable(),
      /** Of the personal space: how often it may fail yet, and when again where that is never; null of a company. */
      triesLeft: z.int().nullable(),
      retryTime: time.nullable(),
      /** Of the personal space: what has become of the papers that somebody looks at, oldest first. */
      reviewLogArray: z.array(z.object({ time, label: z.string(), detail: z.string().nullable() })),
      /** Whether somebody of the platform looks at papers at all. */
      hasReview: flag,
      /** Of the demonstration: identity numbers, or credit codes, whose outcome is another than passing. */
      trialArray: z.array(Trial).optional(),
    }),
    refuses: ['space/not-found', 'space/owner-only'],
  },
  submitPersonAuth: {
    summary: '提交个人实名认证',
    mutates: true,
    input: z.object({
      realName: z.string().max(60),
      idNumber: z.string().max(30),
      /** What is checked beside the two; three and four take the account's own phone. */
      authWay: z.enum(factorWays).default('twoFactors'),
      /** With four factors. */
      bankCard: z.string().max(30).optional(),
      /** To the identity data being processed, and to a certificate being applied for: each apart, each on record. */
      agree: z.literal(1),
      certificateAgree: z.literal(1),
    }),
    output: z.object({
      authid: id,
      isAuthed: authStatus,
      reason: z.string().nullable(),
      completeTime: time.nullable(),
    }),
    refuses: ['field/invalid', 'identity/changed', 'identity/tries-spent'],
    limit: { count: 10, seconds: 600 },
  },
  submitCompanyAuth: {
    summary: '提交企业认证',
    mutates: true,
    input: z.object({
      /** Without it, the person's own space of that name, else a new one. */
      tenantId: id.optional(),
      /** The authentication under way that this one takes the place of. */
      replaces: id.optional(),
      companyName: z.string().max(200),
      creditCode: z.string().max(40),
      legalName: z.string().max(60),
      bankName: z.string().max(100),
      bankAccount: z.string().max(60),
      agree: z.literal(1),
    }),
    output: z.object({ authid: id, tenantId: id, isAuthed: authStatus, reason: z.string().nullable() }),
    refuses: [
      'field/invalid',
      'space/not-authenticated',
      'space/not-found',
      'space/owner-only',
      'space/company-taken',
      'space/auth-changed',
      'identity/rejected',
      'request/too-often',
    ],
    limit: { count: 20, seconds: 86_400 },
  },
  changeCompanyInfo: {
    summary: '企业信息变更（名称、法定代表人）：原有印章全部注销',
    access: 'tenant',
    mutates: true,
    input: z.object({ companyName: z.string().max(200), legalName: z.string().max(60) }),
    output: z.object({
      companyName: z.string(),
      legalPersonName: z.string(),
      /** How many seals were revoked. */
      sealNumber: z.int(),
    }),
    refuses: [
      'field/invalid',
      'space/not-authenticated',
      'space/not-found',
      'space/owner-only',
      'space/auth-changed',
      'identity/rejected',
    ],
    limit: { count: 5, seconds: 86_400 },
  },
  confirmPayment: {
    summary: '填写对公账户收到的认证金额',
    access: 'tenant',
    mutates: true,
    input: z.object({ amount: z.string().max(20) }),
    output: z.object({ isAuthed: authStatus }),
    refuses: [
      'field/invalid',
      /** Has cost one of the tries; `left` says how many there are still. */
      'space/amount-wrong',
      /** It was the last try, or too late: the authentication has failed. */
      'identity/rejected',
      'space/not-found',
      'space/owner-only',
      'space/company-taken',
      'space/auth-changed',
    ],
    limit: { count: 30, seconds: 600 },
  },
})
