import { keysOf } from '@moqi/domain/keys-of'
import { handwritingLifecycle } from '@moqi/domain/seals/handwriting-lifecycle'
import { sealReviews } from '@moqi/domain/seals/seal-review'
import { sealColors } from '@moqi/domain/seals/seal-colors'
import { isOneLine, notOneLine } from '@moqi/domain/text/one-line'
import { dateControlFormats } from '@moqi/domain/time/date-control'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, paging, SealInfo, time } from './shapes.ts'
import { makesSeal, namesIt, namesItOrNone, ofOwnSpace, ofVisit } from './visit-rules.ts'

/** A PNG as a canvas gives it, or its base64 alone: 512 KB of it at most. */
const handwriteBase64 = z.string().max(720_000)
/** What a phone shows instead of a session. */
const ticket = z.string().max(64)

/** What a seal is called. */
export const sealName = z.string().trim().min(1).max(30).refine(isOneLine, notOneLine('印章名称'))

/** Checklist C27, C36–C45: seals one may use or makes, dates drawn, what becomes of seals, writing on a phone. */
export const seal = callsUnder('/api/common/v1/seal')({
  listSeals: {
    path: '/api/common/v1/seal/list',
    summary: '印章列表',
    input: z.object({ sealType: z.string().max(20).optional(), sealStatus: z.string().max(20).optional(), ...paging }),
    output: z.object({
      /** `useCount`: on how many files it was put; `stateReason`: why it is in its state, where somebody said. */
      sealInfoArray: z.array(SealInfo.extend({ useCount: z.int(), stateReason: z.string().nullable() })),
      nextCursor: z.string().nullable(),
    }),
  },
  makePersonSealImg: {
    summary: '按实名生成个人印章样式（不保存）',
    visit: { sign: ofVisit },
    input: z.object({ sealColor: z.enum(keysOf(sealColors)).default('red') }),
    output: z.object({
      /** Who looks at uploaded signatures. */
      sealReview: z.enum(sealReviews),
      sealImgArray: z.array(
        z.object({ sealStyle: z.string(), sealImg: z.string(), width: z.number(), height: z.number() }),
      ),
    }),
    refuses: ['space/not-authenticated', 'field/invalid'],
  },
  getDatePngSrc: {
    method: 'GET',
    path: '/common/getDatePngSrc',
    summary: '签署日期图片（与签入文件的一致）',
    input: z.object({
      /** yyyy-mm-dd; the day it is in China without. */
      date: z.string().max(10).optional(),
      format: z.enum(dateControlFormats).default(dateControlFormats[0]),
      /** Points. */
      fontSize: z.coerce.number().min(4).max(72).default(12),
    }),
    output: z.object({
      /** A PNG as a data URL; in mm. */
      datePngSrc: z.string(),
      width: z.number(),
      height: z.number(),
    }),
    refuses: ['field/invalid'],
    limit: { count: 120, seconds: 60 },
  },
  addPersonSeal: {
    summary: '保存个人印章或手写签名',
    visit: { sign: makesSeal },
    mutates: true,
    input: z.object({
      sealName: sealName.or(z.literal('')).optional(),
      sealStyle: z.string().max(20).optional(),
      handwriteBase64: handwriteBase64.optional(),
      handwriteSealId: id.optional(),
      sealColor: z.enum(keysOf(sealColors)).optional(),
      /** The picture that `handwriteBase64` was cut out of, uploaded with usage `sealImage`; it is kept beside. */
      originalFileId: id.optional(),
      isDefault: flag.default(0),
    }),
    output: SealInfo,
    refuses: ['space/not-authenticated', 'field/invalid', 'seal/name-taken', 'handwriting/dead', 'file/not-found'],
  },
  handwriteLink: {
    summary: '手机扫码手写：生成二维码（5分钟有效，此前未用的失效）',
    output: z.object({
      handwriteSealId: id,
      handwriteLink: z.string(),
      /** A picture as a data URL. */
      qrcode: z.string(),
      expireTime: time,
    }),
    refuses: ['space/not-authenticated'],
    limit: { count: 40, seconds: 600 },
  },
  handWriteQrcodeScanned: {
    summary: '手机扫码手写：手机已打开链接',
    access: 'open',
    input: z.object({ ticket }),
    output: z.object({
      /** Masked. */
      nickName: z.string(),
      /** How many characters the name has. */
      nameLength: z.int(),
      expireTime: time,
    }),
    refuses: ['handwriting/dead', 'handwriting/changed'],
    limit: { count: 60, seconds: 60 },
  },
  submitHandwrite: {
    summary: '手机扫码手写：提交签名（一次有效）',
    access: 'open',
    mutates: true,
    input: z.object({ ticket, handwriteBase64 }),
    refuses: ['handwriting/dead', 'handwriting/changed', 'field/invalid'],
    limit: { count: 30, seconds: 60 },
  },
  keepAskingHandwrite: {
    summary: '手机扫码手写：等待手机提交（长轮询，最多20秒）',
    input: z.object({
      handwriteSealId: id,
      /** What the caller knows: while it is so the answer waits. */
      handwriteState: z.enum(handwritingLifecycle.states).optional(),
    }),
    output: z.object({
      handwriteState: z.enum(handwritingLifecycle.states),
      /** A PNG as a data URL, once submitted. */
      handwriteBase64: z.string().optional(),
    }),
    refuses: ['handwriting/dead'],
  },
  pcSealUpdate: {
    summary: '修改印章：名称、默认、启用、停用、注销',
    right: 'manageSeals',
    mutates: true,
    input: z.object({
      sealId: id,
      sealName: sealName.optional(),
      isDefault: z.literal(1).optional(),
      sealStatus: z.enum(['enabled', 'disabled', 'revoked']).optional(),
      reason: z.string().trim().max(200).optional(),
      /** Of a company's seal, a moment of its last day; null for none. */
      expireTime: time.nullable().optional(),
    }),
    output: SealInfo,
    refuses: ['seal/not-found', 'seal/changed', 'seal/name-taken', 'field/invalid'],
  },
  pcIndexDeleteSeal: {
    summary: '删除从未使用过的印章',
    right: 'manageSeals',
    mutates: true,
    input: z.object({ sealId: id }),
    refuses: ['seal/not-found', 'seal/changed', 'seal/in-use'],
  },
  userSeals: {
    method: 'GET',
    path: '/sealInfo/user',
    summary: '我在当前空间可用的印章',
    visit: { sign: namesIt, office: namesItOrNone, place: ofOwnSpace },
    input: z.object({
      companyId: z.string().optional(),
      /** A contract: then only what may be put on that now. */
      signId: id.optional(),
    }),
    output: z.object({ sealInfoArray: z.array(SealInfo) }),
  },
  companyLegal: {
    method: 'GET',
    path: '/sealInfo/companyLegal',
    summary: '企业的法定代表人章',
    input: z.object({ companyId: z.string().optional() }),
    output: z.object({ sealInfo: SealInfo.nullable(), legalPersonName: z.string().nullable() }),
    refuses: ['space/not-found'],
  },
  sealImage: {
    method: 'GET',
    path: '/api/common/v1/seal/image',
    summary: '印章图片',
    visit: { sign: ofVisit },
    kind: 'blob',
    input: z.object({ sealId: id }),
    refuses: ['seal/not-found'],
  },
})
