import { integrationLimits, integrationScopes, secretOverlaps } from '@moqi/domain/integrations/integration-rules'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, paging, time } from './shapes.ts'

const scope = z.enum(integrationScopes)
const version = z.int().min(0)

/** A secret by when it was made; itself it is told once. */
const SecretInfo = z.object({
  secretId: id,
  createTime: time,
  /** When it ends, because a newer one took its place; null while it does not. */
  endTime: time.nullable(),
})

/** An integration as the company's administrators see it. */
export const Integration = z.object({
  integrationId: id,
  version,
  integrationName: z.string(),
  integrationStatus: z.enum(['enabled', 'disabled']),
  /** What names it in each request it signs. */
  appId: z.string(),
  scopeArray: z.array(scope),
  /** Addresses and networks it may ask from; from anywhere without one. */
  addressArray: z.array(z.string()),
  /** In whose name it acts. */
  memberName: z.string(),
  /** 1 when that is whoever asks. */
  memberIsSelf: flag,
  /** 1 while that member is of the company and may still manage integrations. */
  memberPresent: flag,
  /** Those that hold, newest first. */
  secretArray: z.array(SecretInfo),
  changeTime: time,
  changeBy: z.string(),
  /** Of its last request; null before it made one. */
  callTime: time.nullable(),
})
export type Integration = z.infer<typeof Integration>

/** One request of an integration, as its log shows it. */
export const IntegrationCall = z.object({
  callId: id,
  time,
  /** The call by its name, and what it does; null where its path is no call's. */
  callName: z.string().nullable(),
  callLabel: z.string().nullable(),
  address: z.string(),
  /** What the answer named too. */
  requestId: z.string(),
  /** Null while it is not answered. */
  status: z.int().nullable(),
  /** Why it was refused, in words; null where it was not. */
  refusal: z.string().nullable(),
  /** How long it took, in ms. */
  duration: z.int().nullable(),
})
export type IntegrationCall = z.infer<typeof IntegrationCall>

/** Checklist C95: what a company's administrators make for other systems to act here. */
export const integration = callsUnder('/api/common/v1/integration', { right: 'manageIntegrations' })({
  listIntegration: {
    summary: '应用列表',
    output: z.object({ integrationArray: z.array(Integration) }),
  },
  getIntegration: {
    summary: '一个应用',
    input: z.object({ integrationId: id }),
    output: Integration,
    refuses: ['integration/not-found'],
  },
  saveIntegration: {
    summary: '新建或修改应用',
    mutates: true,
    input: z.object({
      /** Without one a new one is made, in the name of whoever asks. */
      integrationId: id.nullish(),
      /** As it was read; not asked of a new one. */
      version: version.optional(),
      integrationName: z.string().max(100),
      scopeArray: z.array(scope).max(integrationScopes.length),
      addressArray: z.array(z.string().trim().max(60)).max(integrationLimits.addresses).default([]),
      /** From now on in the name of whoever asks. */
      takeOver: flag.default(0),
    }),
    output: z.object({ integrationId: id, version }),
    refuses: ['integration/not-found', 'integration/stale', 'space/not-authenticated', 'field/invalid'],
  },
  switchIntegration: {
    summary: '启用或停用应用',
    mutates: true,
    input: z.object({ integrationId: id, version, integrationStatus: z.enum(['enabled', 'disabled']) }),
    output: z.object({ integrationId: id, version }),
    refuses: ['integration/not-found', 'integration/stale'],
  },
  makeIntegrationSecret: {
    summary: '生成应用密钥（只显示一次），并决定原密钥何时失效',
    input: z.object({ integrationId: id, overlap: z.enum(keysOf(secretOverlaps)).default('none') }),
    output: z.object({ appId: z.string(), secretId: id, secret: z.string() }),
    refuses: ['integration/not-found', 'account/sign-in-again'],
    limit: { count: 20, seconds: 600 },
  },
  endIntegrationSecret: {
    summary: '使应用密钥立即失效',
    mutates: true,
    input: z.object({ integrationId: id, secretId: id }),
    refuses: ['integration/not-found'],
  },
  listIntegrationCall: {
    summary: '应用的调用日志',
    input: z.object({ integrationId: id, failedOnly: flag.default(0), ...paging }),
    output: z.object({ callArray: z.array(IntegrationCall), nextCursor: z.string().nullable() }),
    refuses: ['integration/not-found'],
  },
})
