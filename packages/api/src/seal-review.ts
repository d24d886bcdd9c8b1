import { sealPurposes } from '@moqi/domain/seals/company-seal'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, time } from './shapes.ts'

const SealReview = z.object({
  sealId: id,
  /** As it was authenticated: what the seal must read. */
  ownerName: z.string(),
  sealName: z.string(),
  /** Null of a person's signature. */
  sealPurpose: z.enum(sealPurposes).nullable(),
  /** In mm. */
  width: z.number(),
  height: z.number(),
  submitTime: time,
})
/** An uploaded seal that waits for somebody of the platform. */
export type SealReview = z.infer<typeof SealReview>

/** Issue 15: uploaded seals that wait, which whoever runs the platform looks at and decides on. */
export const sealReview = callsUnder('/operator/api', { access: 'operator' })({
  listSealReviews: {
    summary: '待审核的印章图样（最早的在前），按所有者或印章名称查找',
    input: z.object({ search: z.string().trim().max(100).optional(), cursor: z.string().max(200).optional() }),
    output: z.object({ sealArray: z.array(SealReview), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  sealReviewPicture: {
    method: 'GET',
    summary: '待审核印章的上传原图或抠出的图样（每次查看记入运营日志和印章日志）',
    kind: 'blob',
    input: z.object({ sealId: id, picture: z.enum(['original', 'cutOut']) }),
    refuses: ['seal/changed'],
  },
  passSealReview: {
    summary: '印章图样审核通过，印章随即启用',
    input: z.object({ sealId: id }),
    refuses: ['seal/changed', 'seal/not-found'],
  },
  refuseSealReview: {
    summary: '印章图样审核不通过，原因告知提交人',
    input: z.object({ sealId: id, reason: z.string().max(1000) }),
    refuses: ['seal/changed', 'seal/not-found', 'field/invalid'],
  },
})
