import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, paging, SealInfo } from './shapes.ts'

/** What a seal is called. */
export const sealName = z.string().trim().min(1).max(30)

/** Checklist C36–C40, C45: seals one may use, personal seals one makes, and what becomes of a seal. */
export const seal = callsUnder('/api/common/v1/seal')({
  listSeals: {
    path: '/api/common/v1/seal/list',
    summary: '印章列表',
    input: z.object({ sealType: z.string().max(20).optional(), sealStatus: z.string().max(20).optional(), ...paging }),
    output: z.object({ sealInfoArray: z.array(SealInfo), nextCursor: z.string().nullable() }),
  },
  makePersonSealImg: {
    summary: '按实名生成个人印章样式（不保存）',
    input: z.unknown(),
    output: z.object({
      sealImgArray: z.array(
        z.object({ sealStyle: z.string(), sealImg: z.string(), width: z.number(), height: z.number() }),
      ),
    }),
    refuses: ['space/not-authenticated', 'field/invalid'],
  },
  addPersonSeal: {
    summary: '保存个人印章或手写签名',
    mutates: true,
    input: z.object({
      sealName: sealName.or(z.literal('')).optional(),
      sealStyle: z.string().max(20).optional(),
      handwriteBase64: z.string().max(720_000).optional(),
      handwriteSealId: id.optional(),
      isDefault: flag.default(0),
    }),
    output: SealInfo,
    refuses: ['space/not-authenticated', 'field/invalid', 'seal/name-taken'],
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
    input: z.object({ companyId: z.string().optional() }),
    output: z.object({ sealInfoArray: z.array(SealInfo) }),
  },
  sealImage: {
    method: 'GET',
    path: '/api/common/v1/seal/image',
    summary: '印章图片',
    kind: 'blob',
    input: z.object({ sealId: id }),
    refuses: ['seal/not-found'],
  },
})
