import { appealLifecycle, appealReasons } from '@moqi/domain/spaces/appeal-lifecycle'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, time } from './shapes.ts'

const appealState = z.enum(appealLifecycle.states)
const appealReason = z.enum(keysOf(appealReasons))
const creditCode = z.string().max(40)

const OwnAppeal = z.object({
  appealId: id,
  appealState,
  appealReason,
  statement: z.string(),
  submitTime: time,
  /** Until when the administrators may object, and when they have. */
  objectUntil: time,
  objectTime: time.nullable(),
  /** Why it came to nothing. */
  reason: z.string().nullable(),
  /** What has become of the papers, oldest first. */
  reviewLogArray: z.array(z.object({ time, label: z.string(), detail: z.string().nullable() })),
})
/** An appeal as its maker reads it. */
export type OwnAppeal = z.infer<typeof OwnAppeal>

const asking = callsUnder('/api/common/v1/appeal', { access: 'session' })({
  getTakenCompany: {
    summary: '已在平台认证的企业：管理员（脱敏）、本人的加入申请和申诉',
    input: z.object({ creditCode }),
    output: z.object({
      companyName: z.string(),
      creditCode: z.string(),
      authTime: time.nullable(),
      /** Masked. */
      adminName: z.string(),
      adminPhone: z.string(),
      isMember: flag,
      isAdmin: flag,
      /** When the person last asked to be invited; null where that was too long ago, or never. */
      askTime: time.nullable(),
      /** For how many days the administrators may object. */
      objectDays: z.int(),
      /** Whether somebody of the platform looks at papers at all. */
      hasReview: flag,
      appeal: OwnAppeal.nullable(),
    }),
    refuses: ['field/invalid', 'space/not-found'],
    limit: { count: 30, seconds: 600 },
  },
  askToJoin: {
    summary: '申请加入已认证的企业：姓名和手机号告知其管理员，由管理员邀请',
    mutates: true,
    input: z.object({ creditCode, agree: z.literal(1) }),
    output: z.object({ askTime: time }),
    refuses: ['field/invalid', 'space/not-found', 'space/not-authenticated', 'appeal/own', 'request/too-often'],
    limit: { count: 10, seconds: 86_400 },
  },
  submitAppeal: {
    summary: '管理员申诉：要求成为已认证企业的管理员',
    mutates: true,
    input: z.object({
      creditCode,
      appealReason,
      statement: z.string().max(1000),
      /** Of `uploadPaperPicture` for a company, as the domain's `appealPapers` names them, in that order. */
      pictureArray: z.array(id).max(5),
      /** To the papers being looked at, on record; and that the company lets the person do this. */
      agree: z.literal(1),
      companyAgree: z.literal(1),
    }),
    output: z.object({ appealId: id, objectUntil: time }),
    refuses: [
      'field/invalid',
      'space/not-found',
      'space/not-authenticated',
      'appeal/own',
      'appeal/pending',
      'request/too-often',
      'operator/off',
    ],
    limit: { count: 10, seconds: 86_400 },
  },
  withdrawAppeal: {
    summary: '撤回本人的管理员申诉',
    mutates: true,
    input: z.object({ appealId: id }),
    refuses: ['appeal/not-found', 'appeal/changed'],
  },
})

const answering = callsUnder('/api/common/v1/appeal', { access: 'tenant' })({
  getAppealAgainst: {
    summary: '对本企业管理员的申诉（仅管理员）',
    output: z.object({
      appeal: z
        .object({
          appealId: id,
          appealState,
          appealReason,
          /** Masked. */
          appellantName: z.string(),
          appellantPhone: z.string(),
          statement: z.string(),
          submitTime: time,
          objectUntil: time,
          objection: z.string().nullable(),
        })
        .nullable(),
    }),
    refuses: ['space/not-found', 'space/owner-only'],
  },
  objectToAppeal: {
    summary: '管理员对申诉提出异议',
    mutates: true,
    input: z.object({ appealId: id, objection: z.string().max(1000) }),
    refuses: ['field/invalid', 'space/not-found', 'space/owner-only', 'appeal/not-found', 'appeal/changed'],
  },
})

const AppealReview = z.object({
  appealId: id,
  appealState,
  appealReason,
  companyName: z.string(),
  statement: z.string(),
  submitTime: time,
  objectUntil: time,
  /** Who appeals, real-named, and the phone, masked. */
  appellantName: z.string(),
  appellantPhone: z.string(),
  isMember: flag,
  /** Who administers the company now. */
  adminName: z.string(),
  adminPhone: z.string(),
  objection: z.string().nullable(),
  objectTime: time.nullable(),
  /** Where two must look: whether one would grant it, and whether that was who asks. */
  hasFirst: flag,
  isFirstOwn: flag,
})
/** An appeal that waits for somebody of the platform. */
export type AppealReview = z.infer<typeof AppealReview>

const deciding = callsUnder('/operator/api', { access: 'operator' })({
  listAppeals: {
    summary: '待处理的管理员申诉（最早的在前），按企业、申诉人或其完整手机号、管理员是否已异议查找',
    input: z.object({
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(200).optional(),
      appealState: z.enum(['open', 'objected']).optional(),
    }),
    output: z.object({
      appealArray: z.array(AppealReview),
      nextCursor: z.string().nullable(),
      /** How many people must find it right before it is granted. */
      reviewers: z.int(),
    }),
    refuses: ['request/invalid'],
  },
  appealPicture: {
    method: 'GET',
    summary: '申诉的一张材料照片（每次查看记入运营日志和申诉人的审核记录）',
    kind: 'blob',
    input: z.object({ appealId: id, picture: z.coerce.number().int().min(1).max(9) }),
    refuses: ['appeal/not-found', 'file/not-found'],
  },
  grantAppeal: {
    summary: '准予申诉：申诉人成为企业管理员，原管理员成为普通成员，印章授权全部失效；统一社会信用代码按照片录入',
    input: z.object({ appealId: id, creditCode: z.string().max(60) }),
    /** Whether it is granted, or waits for a second person. */
    output: z.object({ isGranted: flag }),
    refuses: [
      'appeal/not-found',
      'appeal/changed',
      'appeal/early',
      'field/invalid',
      'space/not-authenticated',
      'operator/second-person',
    ],
  },
  refuseAppeal: {
    summary: '不予支持申诉，原因告知申诉人',
    input: z.object({ appealId: id, reason: z.string().max(1000) }),
    refuses: ['appeal/not-found', 'appeal/changed', 'field/invalid'],
  },
})

/** Domain 5.6: a company that is authenticated already, who asks to join it, and who asks for its administration. */
export const appeal = { ...asking, ...answering, ...deciding }
