import { keysOf } from '@moqi/domain/keys-of'
import { proposalKinds, proposalLifecycle } from '@moqi/domain/operators/proposal'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason, time } from './shapes.ts'

const tenantId = id
const proposalId = id
const number = z.int()

const Proposal = z.object({
  proposalId,
  tenantId,
  spaceName: z.string(),
  proposalKind: z.enum(keysOf(proposalKinds)),
  /** What it comes to, in words; of freezing nothing more than the kind. */
  what: z.string().nullable(),
  /** Of ending an authentication: under which its deed is read. */
  endingId: id.nullable(),
  reason: z.string(),
  proposalStatus: z.enum(proposalLifecycle.states),
  proposedBy: z.string(),
  /** Proposed by whoever asks, who cannot agree to it. */
  isOwn: flag,
  proposeTime: time,
  lapseTime: time,
})
/** What an operator proposes to do to a space that another must agree to. */
export type Proposal = z.infer<typeof Proposal>

const done = z.object({
  /** 0: it waits for a second operator. */
  isDone: flag,
})

/** Issue 18: freezing a space, and what else takes two operators (ADR 0066). */
export const proposal = callsUnder('/operator/api', { access: 'operator' })({
  weighFreeze: {
    summary: '冻结一个空间之前：将影响多少成员、合同与应用，是否须第二人',
    input: z.object({ tenantId }),
    output: z.object({
      isFrozen: flag,
      needsSecond: flag,
      memberNumber: number,
      /** Its own contracts that are being signed, which pause for everybody. */
      signingNumber: number,
      /** Contracts of others that wait for its signature. */
      waitingNumber: number,
      applicationNumber: number,
    }),
  },
  freezeTenant: {
    summary: '冻结一个空间：不能发起和签署，查看与下载照常；须两人的，等待第二人',
    input: z.object({ tenantId, reason }),
    output: done,
    refuses: ['field/invalid', 'space/freeze-changed', 'proposal/pending'],
  },
  thawTenant: {
    summary: '解除冻结；须两人的，等待第二人',
    input: z.object({ tenantId, reason }),
    output: done,
    refuses: ['field/invalid', 'space/freeze-changed', 'proposal/pending'],
  },
  proposeAdjustment: {
    summary: '提出调整份数：增加一个份包，或从一个份包收回；由另一位运营人员同意后生效',
    /** `copies` is negative where they are taken back, out of `packId`; `months` is for how long given ones hold. */
    input: z.object({ tenantId, copies: number, packId: id.optional(), months: number.optional(), reason }),
    output: z.object({ proposalId }),
    refuses: ['field/invalid', 'proposal/pending', 'quota/pack-changed'],
  },
  listProposals: {
    summary: '等待第二人的申请（最早的在前）',
    input: z.object({ tenantId: tenantId.optional(), cursor: z.string().max(200).optional() }),
    output: z.object({ proposalArray: z.array(Proposal), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  agreeProposal: {
    summary: '同意他人提出的申请，随即生效；不能是提出的人',
    input: z.object({ proposalId }),
    refuses: [
      'proposal/not-found',
      'proposal/changed',
      'operator/second-person',
      'space/freeze-changed',
      'space/auth-changed',
      'identity/changed',
      'quota/pack-changed',
      'certificate/not-found',
      'certificate/revoked',
      'freezing/none',
      'freezing/not-found',
      'freezing/changed',
    ],
  },
  refuseProposal: {
    summary: '不同意申请，原因留存',
    input: z.object({ proposalId, reason }),
    refuses: ['proposal/not-found', 'proposal/changed', 'field/invalid'],
  },
})
