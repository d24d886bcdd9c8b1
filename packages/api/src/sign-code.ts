import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { keysOf } from '@moqi/domain/keys-of'
import { signCodeClosings, signCodeLifecycle, signCodeLimits } from '@moqi/domain/templates/sign-code'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, paging, time, yesNo } from './shapes.ts'

/** What a code's link and picture carry. */
const code = z.string().max(64)
const closing = z.enum(keysOf(signCodeClosings))
const one = z.object({ signCodeId: id })
const launches = { right: 'launch' } as const

const SignCode = z.object({
  signCodeId: id,
  codeName: z.string(),
  templateId: id,
  templateName: z.string(),
  codeState: z.enum(signCodeLifecycle.states),
  /** Why it makes no contract now; null while it does. */
  closing: closing.nullable(),
  cap: z.int(),
  usedNumber: z.int(),
  /** 1 when one person may sign several. */
  several: flag,
  endTime: time,
  createTime: time,
  creatorName: z.string(),
  link: z.string(),
  /** A picture as a data address. */
  qrcode: z.string(),
})
/** A code bound to a template, which each who scans it makes a contract of their own by. */
export type SignCode = z.infer<typeof SignCode>

const SignCodeUse = z.object({
  signId: id.nullable(),
  taskId: id,
  taskNo: z.string(),
  signerName: z.string(),
  /** Masked. */
  phone: z.string(),
  signerStatus: z.enum(partyLifecycle.states),
  createTime: time,
})
/** A contract that a code has made; `signId` is the viewer's own handle. */
export type SignCodeUse = z.infer<typeof SignCodeUse>

const SignCodeInfo = z.object({
  initiatorName: z.string(),
  initiatorCompany: z.string().nullable(),
  codeName: z.string(),
  taskName: z.string(),
  /** 1 when one person may sign several. */
  several: flag,
  endTime: time,
  closing: closing.nullable(),
  /** What whoever scanned is told of that. */
  closingText: z.string().nullable(),
  fileArray: z.array(z.object({ fileName: z.string(), pageCount: z.int() })),
  testCertificate: yesNo,
})
/** What a code shows to whoever holds it. */
export type SignCodeInfo = z.infer<typeof SignCodeInfo>

/** 一码多签: one code of a template, a contract for everybody who scans it. */
export const signCode = callsUnder('/api/common/v1/signCode')({
  listSignCode: {
    summary: '签署码列表',
    ...launches,
    input: z.object({ templateId: id.optional(), ...paging }),
    output: z.object({ signCodeArray: z.array(SignCode), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  addSignCode: {
    summary: '为模板新建签署码',
    ...launches,
    mutates: true,
    input: z.object({
      templateId: id,
      codeName: z.string().trim().max(100),
      cap: z.int().min(0).max(1_000_000),
      several: flag.default(0),
      /** 23:59:59 of the last day in Shanghai. */
      endTime: time,
      /** What the initiator fills in, the same in every contract. */
      values: z.record(z.string().max(80), z.string().max(500)).default({}),
    }),
    output: SignCode,
    refuses: [
      'template/not-found',
      'template/disabled',
      'template/incomplete',
      'space/not-authenticated',
      'field/invalid',
    ],
  },
  moveSignCode: {
    summary: '暂停、恢复或结束签署码',
    ...launches,
    mutates: true,
    input: one.extend({ event: z.enum(['pause', 'resume', 'end']) }),
    refuses: ['sign-code/not-found', 'sign-code/changed'],
  },
  listSignCodeUse: {
    summary: '签署码产生的合同，新的在前',
    ...launches,
    input: one.extend({ ...paging }),
    output: z.object({ signCode: SignCode, useArray: z.array(SignCodeUse), nextCursor: z.string().nullable() }),
    refuses: ['sign-code/not-found', 'request/invalid'],
  },
  exportSignCodeUse: {
    summary: `导出签署码产生的合同（CSV，至多${signCodeLimits.cap}份）`,
    ...launches,
    kind: 'blob',
    input: one,
    refuses: ['sign-code/not-found'],
    limit: { count: 10, seconds: 60 },
  },
  getSignCodeInfo: {
    summary: '扫码：谁请签什么、截止到何时',
    access: 'open',
    input: z.object({ code }),
    output: SignCodeInfo,
    refuses: ['sign-code/not-found'],
    limit: { count: 120, seconds: 60 },
  },
  signCodePage: {
    method: 'GET',
    path: '/api/common/v1/signCode/page',
    summary: '扫码：文件的一页图片',
    access: 'open',
    kind: 'blob',
    input: z.object({
      code,
      /** The file's place in the order, from 1. */
      fileNo: z.coerce.number().int().min(1).max(10),
      page: z.coerce.number().int().min(1).max(500),
    }),
    refuses: ['sign-code/not-found', 'file/not-found'],
    limit: { count: 120, seconds: 60 },
  },
  takeSignCode: {
    summary: '扫码人领取自己的合同；已领取的，回到同一份',
    access: 'session',
    input: z.object({
      code,
      /** 1 for one more, where the code allows several and those before are signed. */
      another: flag.default(0),
    }),
    output: z.object({ signId: id, tenantId: id }),
    refuses: ['sign-code/not-found', 'sign-code/closed', 'space/not-authenticated', 'contract/incomplete'],
    limit: { count: 20, seconds: 600 },
  },
})
