import { secretOverlaps } from '@moqi/domain/integrations/integration-rules'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, time } from './shapes.ts'

/** A SCIM token by when it was made; itself it is told once. */
export const ProvisioningToken = z.object({
  tokenId: id,
  createTime: time,
  createBy: z.string(),
  /** When it ends, because a newer one took its place; null while it does not. */
  endTime: time.nullable(),
  /** Of its last request, to the minute; null before it was used. */
  useTime: time.nullable(),
})
export type ProvisioningToken = z.infer<typeof ProvisioningToken>

/** A company's members coming from its identity provider by SCIM 2.0 (ADR 0058): what the provider is let in by. */
export const provisioning = callsUnder('/api/common/v1/provisioning', { right: 'manageIntegrations' })({
  getProvisioning: {
    summary: '成员同步（SCIM）的地址与令牌',
    output: z.object({
      /** What the provider is told as the address of SCIM. */
      baseUrl: z.string(),
      /** Those that hold, newest first. */
      tokenArray: z.array(ProvisioningToken),
      /** How many people the provider has named, and how many of them are members. */
      userNumber: z.int(),
      joinedNumber: z.int(),
    }),
  },
  makeProvisioningToken: {
    summary: '生成 SCIM 令牌（只显示一次），并决定原令牌何时失效',
    input: z.object({ overlap: z.enum(keysOf(secretOverlaps)).default('none') }),
    output: z.object({ tokenId: id, token: z.string() }),
    refuses: ['space/not-authenticated', 'account/sign-in-again', 'provisioning/tokens'],
    limit: { count: 20, seconds: 600 },
  },
  endProvisioningToken: {
    summary: '使 SCIM 令牌立即失效',
    mutates: true,
    input: z.object({ tokenId: id }),
    refuses: ['provisioning/token-not-found'],
  },
})
