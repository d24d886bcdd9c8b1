import { personPapers } from '@moqi/domain/identity/person-paper'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, id, time, validUntil } from './shapes.ts'

const paper = z.enum(personPapers)
/** As on the paper. */
const idNumber = z.string().max(40)
/** `1990-01-05`; of papers whose number does not tell it. */
const birthday = z.string().max(20).default('')

const handingIn = callsUnder('/api/common/v1/auth', { access: 'session' })({
  uploadPaperPicture: {
    summary: '上传证件照片（multipart：file），用于人工审核；加密保存，一天内未提交即删除',
    kind: 'upload',
    mutates: true,
    /** Whose paper it is: the person's own, or a company's that the person has authenticated. */
    input: z.object({ of: z.enum(['person', 'company']).default('person') }),
    output: z.object({ pictureId: id }),
    refuses: ['file/type', 'file/damaged', 'file/too-large', 'identity/changed', 'operator/off'],
    limit: { count: 40, seconds: 600 },
  },
  submitPersonReview: {
    summary: '提交个人实名认证的人工审核',
    mutates: true,
    input: z.object({
      paper,
      realName: z.string().max(60),
      idNumber,
      birthday,
      /** As the domain's `paperPictures` names them, in that order. */
      pictureArray: z.array(id).max(5),
      /** To the papers being looked at, and to a certificate being applied for: each apart, each on record. */
      agree: z.literal(1),
      certificateAgree: z.literal(1),
    }),
    output: z.object({ authid: id, isAuthed: authStatus }),
    refuses: ['field/invalid', 'identity/changed', 'identity/tries-spent', 'operator/off'],
    limit: { count: 10, seconds: 600 },
  },
  withdrawPersonReview: {
    summary: '撤回已提交人工审核的证件；照片立即删除，不计入失败次数',
    mutates: true,
    output: z.object({ isAuthed: authStatus }),
    refuses: ['identity/changed'],
    limit: { count: 10, seconds: 600 },
  },
})

const PersonReview = z.object({
  authid: id,
  paper,
  realName: z.string(),
  /** Masked. */
  phone: z.string(),
  submitTime: time,
})
/** A person's papers that wait for somebody of the platform. */
export type PersonReview = z.infer<typeof PersonReview>

const deciding = callsUnder('/operator/api', { access: 'operator' })({
  listPersonReviews: {
    summary: '待人工审核的实名认证（最早的在前），按姓名或完整手机号查找',
    input: z.object({ search: z.string().trim().max(100).optional(), cursor: z.string().max(200).optional() }),
    output: z.object({ reviewArray: z.array(PersonReview), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  personReviewPicture: {
    method: 'GET',
    summary: '待审核的一张证件照片（每次查看记入运营日志和申请人的审核记录）',
    kind: 'blob',
    input: z.object({ authid: id, picture: z.coerce.number().int().min(1).max(9) }),
    refuses: ['identity/changed', 'file/not-found'],
  },
  passPersonReview: {
    summary: '实名审核通过；证件号码按照片录入，与申请人填写的一致才能通过',
    input: z.object({ authid: id, idNumber, birthday, validUntil }),
    refuses: ['identity/changed', 'field/invalid'],
  },
  refusePersonReview: {
    summary: '实名审核不通过，原因告知申请人',
    input: z.object({ authid: id, reason: z.string().max(1000) }),
    refuses: ['identity/changed', 'field/invalid'],
  },
})

/** Issue 15: real-name authentication of a person by somebody of the platform who looks at the papers. */
export const personReview = { ...handingIn, ...deciding }
