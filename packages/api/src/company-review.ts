import { companyKinds } from '@moqi/domain/identity/company-paper'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, flag, id, time, validUntil } from './shapes.ts'

const handingIn = callsUnder('/api/common/v1/auth', { access: 'session' })({
  submitCompanyReview: {
    summary: '提交企业认证的人工审核（含律师事务所、事业单位、个体工商户、境外企业）',
    mutates: true,
    input: z.object({
      /** As of `submitCompanyAuth`. */
      tenantId: id.optional(),
      replaces: id.optional(),
      kind: z.enum(companyKinds),
      companyName: z.string().max(200),
      /** The unified social credit code; of a foreign company where it is registered and its number, `HK-1234567`. */
      creditCode: z.string().max(60),
      legalName: z.string().max(60),
      /** Of `uploadPaperPicture`, as the domain's `companyPapers` names them, in that order. */
      pictureArray: z.array(id).max(5),
      /** To the papers being looked at, on record; and that the company lets the person do this. */
      agree: z.literal(1),
      companyAgree: z.literal(1),
    }),
    output: z.object({ authid: id, tenantId: id, isAuthed: authStatus }),
    refuses: [
      'field/invalid',
      'space/not-found',
      'space/owner-only',
      'space/company-taken',
      'space/auth-changed',
      'request/too-often',
      'operator/off',
    ],
    limit: { count: 20, seconds: 86_400 },
  },
})

const CompanyReview = z.object({
  authid: id,
  kind: z.enum(companyKinds),
  companyName: z.string(),
  legalName: z.string(),
  /** Who handed them in, real-named, and the phone, masked. */
  operatorName: z.string(),
  phone: z.string(),
  submitTime: time,
  /** Where two must look: whether one has found them right, and whether that was who asks. */
  hasFirst: flag,
  isFirstOwn: flag,
})
/** A company's papers that wait for somebody of the platform. */
export type CompanyReview = z.infer<typeof CompanyReview>

const deciding = callsUnder('/operator/api', { access: 'operator' })({
  listCompanyReviews: {
    summary: '待人工审核的企业认证（最早的在前），按单位名称、法定代表人或办理人的完整手机号查找',
    input: z.object({ search: z.string().trim().max(100).optional(), cursor: z.string().max(200).optional() }),
    output: z.object({
      reviewArray: z.array(CompanyReview),
      nextCursor: z.string().nullable(),
      /** How many people must find papers right before they pass. */
      reviewers: z.int(),
    }),
    refuses: ['request/invalid'],
  },
  companyReviewPicture: {
    method: 'GET',
    summary: '待审核企业的一张证照照片（每次查看记入运营日志和申请人的审核记录）',
    kind: 'blob',
    input: z.object({ authid: id, picture: z.coerce.number().int().min(1).max(9) }),
    refuses: ['space/auth-changed', 'file/not-found'],
  },
  passCompanyReview: {
    summary: '企业审核通过；统一社会信用代码按照片录入，与填写的一致才能通过；须两人审核的，第一人通过后等待第二人',
    input: z.object({ authid: id, creditCode: z.string().max(60), validUntil }),
    /** Whether it has passed, or waits for a second person. */
    output: z.object({ isPassed: flag }),
    refuses: ['space/auth-changed', 'space/company-taken', 'field/invalid', 'operator/second-person'],
  },
  refuseCompanyReview: {
    summary: '企业审核不通过，原因告知申请人',
    input: z.object({ authid: id, reason: z.string().max(1000) }),
    refuses: ['space/auth-changed', 'field/invalid'],
  },
})

/** Issue 15: authentication of a company by somebody of the platform who looks at its papers. */
export const companyReview = { ...handingIn, ...deciding }
