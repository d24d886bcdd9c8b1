import { companyKinds } from '@moqi/domain/identity/company-paper'
import { companyWays } from '@moqi/domain/identity/company-way'
import { authWays, factorWays, machineWays } from '@moqi/domain/identity/person-factors'
import { keysOf } from '@moqi/domain/keys-of'
import { endCauses } from '@moqi/domain/operators/auth-ending'
import { companyStepLifecycle } from '@moqi/domain/spaces/company-step-lifecycle'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, flag, id, time } from './shapes.ts'
import { ofOwnName } from './visit-rules.ts'

const CompanyAuth = z.object({
  authid: id,
  tenantId: id,
  authWay: z.enum(companyWays),
  kind: z.enum(companyKinds),
  companyName: z.string(),
  creditCode: z.string(),
  /** Where the amount was sent: the bank and the account's last four digits; empty where none is. */
  bankName: z.string(),
  bankAccount: z.string(),
  /** The first waits for the person's own authentication. */
  step: z.enum(companyStepLifecycle.states).exclude(['ended']),
  triesLeft: z.int(),
  legalName: z.string(),
  /** Masked; null where no letter is sent. */
  legalPhone: z.string().nullable(),
  /** The letter, as who asked for it opens it; null before it is sent, and where none is. */
  letterSignId: z.string().nullable(),
  /** Until when the amount may be told or the letter be signed; null while it is under way. */
  expireTime: time.nullable(),
  /** Where the company is to pay to and with which remark, and what has arrived that proves nothing; else null. */
  reverse: z
    .object({
      payeeName: z.string(),
      payeeAccount: z.string(),
      payeeBank: z.string(),
      payeeBankCode: z.string(),
      /** 元. */
      amount: z.string(),
      payRemark: z.string(),
      arrivedArray: z.array(
        z.object({ transactionNo: z.string(), time, payer: z.string(), amount: z.string(), reason: z.string() }),
      ),
    })
    .nullable(),
})
/** A company's authentication under way. */
export type CompanyAuth = z.infer<typeof CompanyAuth>

const Trial = z.object({
  input: z.string(),
  outcome: z.string(),
  /** Of a person with which factors it is one, of a company by which way; with any when it says none. */
  authWay: z.enum([...machineWays, ...companyWays]).optional(),
})
/** What may be typed in the demonstration, and what comes of it in words. */
export type Trial = z.infer<typeof Trial>

/** Checklist C92: real-name authentication of a person, and of a company by the amount sent to its account. */
export const realName = callsUnder('/api/common/v1/auth', { access: 'session' })({
  getAuthInfo: {
    summary: '实名认证状态',
    visit: { place: ofOwnName },
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
      /** Of the personal space: its newest change of name or number; null where there was none. */
      change: z
        .object({ changeState: z.enum(['pending', 'passed', 'failed']), reason: z.string().nullable() })
        .nullable(),
      /** Of the personal space: how often it may fail yet, and when again where that is never; null of a company. */
      triesLeft: z.int().nullable(),
      retryTime: time.nullable(),
      /** What has become of the papers that somebody looks at and that the person has handed in, oldest first. */
      reviewLogArray: z.array(z.object({ time, label: z.string(), detail: z.string().nullable() })),
      /** Why the platform has ended the authentication, and when; null once it is authenticated anew. */
      ending: z
        .object({ endCause: z.enum(keysOf(endCauses)), reason: z.string(), reference: z.string(), endTime: time })
        .nullable(),
      /** Whether somebody of the platform looks at papers at all. */
      hasReview: flag,
      /** Whether a gateway compares faces. */
      hasFace: flag,
      /** Whether a company can pay from its own account. */
      hasReverse: flag,
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
    refuses: ['field/invalid', 'identity/changed', 'identity/tries-spent', 'identity/rejected'],
    limit: { count: 10, seconds: 600 },
  },
  changePersonInfo: {
    summary: '个人实名信息变更（姓名或证件号码）：核验通过前原认证有效，姓名变更后原有个人印章全部注销并重新生成',
    mutates: true,
    input: z.object({
      realName: z.string().max(60),
      idNumber: z.string().max(30),
      authWay: z.enum(factorWays).default('twoFactors'),
      /** With four factors. */
      bankCard: z.string().max(30).optional(),
      /** As at the first authentication, each on record anew. */
      agree: z.literal(1),
      certificateAgree: z.literal(1),
    }),
    output: z.object({
      authid: id,
      changeState: z.enum(['pending', 'passed', 'failed']),
      reason: z.string().nullable(),
    }),
    refuses: ['field/invalid', 'identity/changed', 'identity/tries-spent', 'identity/rejected'],
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
      /** How it is to be proved; by papers with `submitCompanyReview`. */
      authWay: z.enum(companyWays).exclude(['manualReview']).default('payment'),
      /** Where an amount is to be sent. */
      bankName: z.string().max(100).default(''),
      bankAccount: z.string().max(60).default(''),
      /** The legal representative who is to sign a letter. */
      legalIdNumber: z.string().max(30).default(''),
      legalPhone: z.string().max(30).default(''),
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
  withdrawReversePayment: {
    summary: '撤回反向打款，改用其他方式；之后到账的款项会告知，不能用于认证',
    access: 'tenant',
    mutates: true,
    input: z.object({ authid: id }),
    output: z.object({ isAuthed: authStatus }),
    refuses: ['space/not-found', 'space/owner-only', 'space/auth-changed'],
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
