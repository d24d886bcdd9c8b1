import { batchNeeds, mostSigned } from '@moqi/domain/contract/batch-sign'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { willKinds } from '@moqi/domain/contract/will-kind'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { BatchAnswer } from './operation.ts'
import { flag, id, Position, reason, SealInfo, time } from './shapes.ts'
import { ChosenPlace } from './task.ts'

/** One of several contracts to be signed together, as its signer sees it before. */
const BatchSignRow = z.object({
  signId: id,
  /** Empty for who may not see it, like the rest of what it is. */
  taskName: z.string(),
  taskNo: z.string(),
  initiatorName: z.string(),
  signExpireTime: time.nullable(),
  pageCount: z.int(),
  companyId: z.string().nullable(),
  /** 1 when one proof of will may sign it with the others as it is. */
  signBeforeCheck: flag,
  /** Why not. */
  signBeforeCheckInfo: z.string(),
  /** What it waits for. */
  batchNeed: z.enum(batchNeeds),
  /** Of the signer's own party; null where there is none. */
  signerStatus: z.enum(partyLifecycle.states).nullable(),
  /** How the will must be proved. */
  willAuthType: z.enum(willKinds),
  /** Those that its places take and that may be used at once. */
  sealInfoArray: z.array(SealInfo),
  /** What its party must do. */
  positionArray: z.array(Position),
  /** What was chosen for its places before; what was written by hand stays with the server. */
  keptArray: z.array(z.object({ positionId: id, sealId: id.optional(), written: flag })),
})
/** One of several contracts to be signed together. */
export type BatchSignRow = z.infer<typeof BatchSignRow>

const signIds = z.array(id).min(1).max(mostSigned)

/** Checklist C56, C57: signing several contracts with one proof of will. */
export const batchSigning = callsUnder('/api/common/v1/task')({
  getBatchSignSealInfo: {
    summary: '批量签署前检查',
    input: z.object({ signIds }),
    output: z.object({ batchSignArray: z.array(BatchSignRow) }),
    limit: { count: 120, seconds: 60 },
  },
  signBatchProcessPosition: {
    summary: '批量签署；没有意愿认证时只暂存签署内容',
    mutates: true,
    input: z.object({
      // What is not chosen here stands as it was kept before.
      signArray: z
        .array(z.object({ signId: id, positionArray: z.array(ChosenPlace).max(300) }))
        .min(1)
        .max(mostSigned),
      authToken: z.string().max(100).optional(),
      flowId: id.optional(),
      reason: reason.optional(),
    }),
    output: BatchAnswer.extend({
      /** Those that wait for an approval of the seal's use. */
      approveArray: z.array(z.object({ signId: id, approveId: id })),
    }),
    limit: { count: 20, seconds: 60 },
  },
})
