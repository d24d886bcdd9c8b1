import { embedLimits, passPurposes, visitPurposes } from '@moqi/domain/integrations/embed-rules'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, phone, SpaceInfo, time, yesNo } from './shapes.ts'
import { ofVisit } from './visit-rules.ts'

const address = z.string().trim().max(embedLimits.addressLength)
const purpose = z.enum(visitPurposes)
const integrationId = id
const begun = z.object({ token: z.string(), expireTime: time, purpose })
const whatever = { prove: ofVisit, sign: ofVisit, place: ofVisit, assign: ofVisit }

const Embedding = z.object({
  /** Origins whose pages may frame the signing page. */
  originArray: z.array(address),
  /** Where one may be led back to. */
  returnArray: z.array(address),
})
/** From where an integration's signing pages may be framed, and where they lead back to. */
export type Embedding = z.infer<typeof Embedding>

const Visit = z.object({
  purpose,
  expireTime: time,
  /** The company whose integration opened the page. */
  companyName: z.string(),
  /** Masked: where the code goes. */
  phone: z.string(),
  signId: id,
  /** The space that signs, once the person is proved. */
  space: SpaceInfo.nullable(),
  /** Whether the person has a signing PIN; `no` until proved. */
  hasPin: yesNo,
  returnUrl: z.string().nullable(),
})
/** What a visit is for, and on whose behalf. */
export type Visit = z.infer<typeof Visit>

/** What integrations and their companies ask. */
const settings = callsUnder('/api/common/v1/embedding')({
  getEmbedding: {
    summary: '应用的嵌入设置',
    right: 'manageIntegrations',
    input: z.object({ integrationId }),
    output: Embedding,
    refuses: ['integration/not-found'],
  },
  saveEmbedding: {
    summary: '设置哪些网站可以嵌入签署页面、签署后可以返回哪些地址',
    right: 'manageIntegrations',
    mutates: true,
    input: z.object({
      integrationId,
      originArray: z.array(address).max(embedLimits.origins),
      returnArray: z.array(address).max(embedLimits.returns),
    }),
    output: Embedding,
    refuses: ['integration/not-found', 'field/invalid'],
  },
  issuePass: {
    path: '/api/common/v1/visit/issuePass',
    summary: '签发一次性链接，打开签署、用印审批、发起、放置签署位置或指派经办人的页面（60秒内打开）',
    scope: 'embed',
    input: z.object({
      /** Of the own company's entry to the contract. */
      signId: id,
      purpose: z.enum(passPurposes).default('sign'),
      /** Who is to sign, or to say who does, by number in the contract. */
      signerNo: z.int().min(1).max(99).optional(),
      /** Of the member who completes and sends a draft, which becomes that member's; without it, whose it is. */
      phone: phone.optional(),
      /** Where to lead back to; one of the integration's addresses, with any query. */
      returnUrl: z.string().max(1000).optional(),
    }),
    output: z.object({ link: z.string(), expireTime: time }),
    refuses: [
      'pass/application-only',
      'pass/party',
      'contract/not-found',
      'contract/other-space',
      'contract/illegal-move',
      'contract/changed',
      'field/invalid',
    ],
    limit: { count: 600, seconds: 60 },
  },
})

/** What the page asks that an integration opened. */
const visits = callsUnder('/api/common/v1/visit')({
  redeemPass: {
    summary: '打开一次性链接',
    access: 'open',
    input: z.object({ appId: z.string().max(60), pass: z.string().max(60) }),
    output: begun,
    refuses: ['pass/foreign', 'pass/late', 'pass/used', 'pass/party'],
    limit: { count: 120, seconds: 60 },
  },
  getOpener: {
    summary: '页面由哪个应用打开（只用于显示名称、核对来源）',
    access: 'open',
    input: z.object({ appId: z.string().max(60) }),
    output: z.object({ integrationName: z.string(), originArray: z.array(address) }),
    refuses: ['pass/foreign'],
    limit: { count: 120, seconds: 60 },
  },
  getSid: {
    summary: '一次性链接由哪个应用签发、用来做什么（登录后查看，链接仍有效）',
    access: 'session',
    input: z.object({ appId: z.string().max(60), sid: z.string().max(60) }),
    output: z.object({
      integrationName: z.string(),
      companyName: z.string(),
      purpose: z.enum(passPurposes),
      taskName: z.string(),
    }),
    refuses: ['pass/foreign', 'pass/late', 'pass/used', 'pass/party'],
    limit: { count: 60, seconds: 60 },
  },
  tieSid: {
    summary: '以当前登录的账号使用一次性链接，得到要打开的页面',
    access: 'session',
    input: z.object({ appId: z.string().max(60), sid: z.string().max(60) }),
    output: z.object({ redirect: z.string() }),
    refuses: ['pass/foreign', 'pass/late', 'pass/used', 'pass/party'],
    limit: { count: 60, seconds: 60 },
  },
  getVisit: {
    summary: '当前页面为谁、由哪个应用打开',
    access: 'session',
    visit: whatever,
    output: Visit,
    refuses: ['visit/none'],
  },
  sendVisitCode: {
    summary: '向签署方的手机号发送验证码，证明是本人',
    access: 'session',
    visit: { prove: ofVisit },
    output: z.object({ expireSeconds: z.int(), resendSeconds: z.int() }),
    refuses: ['visit/none'],
    limit: { count: 30, seconds: 60 },
  },
  proveVisit: {
    summary: '以验证码证明是本人，然后可以签署',
    access: 'session',
    visit: { prove: ofVisit },
    input: z.object({ smsCode: z.string().trim().max(10) }),
    output: begun,
    refuses: ['visit/none', 'account/code-wrong', 'pass/party', 'pass/foreign'],
    limit: { count: 60, seconds: 60 },
  },
  endVisit: {
    summary: '关闭页面',
    access: 'session',
    visit: whatever,
    refuses: ['visit/none'],
  },
})

/** Checklist R46: the signing of one contract within another system's page (ADR 0038). */
export const embedding = { ...settings, ...visits }
