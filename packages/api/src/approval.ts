import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { approvalEventLabels, approvalOperations } from '@moqi/domain/approvals/approval-policy'
import { seatLifecycle } from '@moqi/domain/approvals/course'
import { keysOf } from '@moqi/domain/keys-of'
import { sealKinds } from '@moqi/domain/seals/seal-kind'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { amount, ProcessNode } from './flow.ts'
import { File, flag, id, paging, Position, reason, Signer, time, WillAsked } from './shapes.ts'

const approveStatus = z.enum(approvalLifecycle.states)
const named = z.object({ approveId: id })
const standing = z.object({ approveId: id, status: approveStatus })

/** A row of the list of seal-use applications. */
const ApproveRow = z.object({
  approveId: id,
  approveStatus,
  taskName: z.string(),
  taskNo: z.string(),
  taskType: z.enum(['normal', 'relieve']),
  /** Who launched the contract, in full. */
  initiatorName: z.string(),
  /** The contract's other parties. */
  signerName: z.string(),
  applicantName: z.string(),
  sealArray: z.array(z.object({ sealId: id, sealName: z.string() })),
  /** Why the seal is to be used. */
  reason: z.string(),
  /** 分; null when the applicant named none. */
  amount: amount.nullable(),
  flowName: z.string(),
  /** The node that is being decided, from 1; null when none is. */
  nodeNo: z.int().nullable(),
  nodeNumber: z.int(),
  /** When it was submitted, the last time. */
  createTime: time,
  /** How the viewer's own seat stands; null for who has none. */
  ownStatus: z.enum(seatLifecycle.states).nullable(),
  /** When it came to the viewer, or when the viewer decided. */
  ownTime: time.nullable(),
  signExpireTime: time.nullable(),
})
/** An application as the list shows it to one viewer. */
export type ApproveRow = z.infer<typeof ApproveRow>

const ApproveInfo = ApproveRow.extend({
  flowId: id,
  taskId: id,
  /** The applicant's own handle of the contract, for the applicant alone. */
  signId: id.nullable(),
  remark: z.string().nullable(),
  spaceName: z.string(),
  /** Every seal that is to be used, drawn at its size in mm; `needsApproval` 0 of one the applicant may use anyway. */
  sealArray: z.array(
    z.object({
      sealId: id,
      sealName: z.string(),
      sealType: z.enum(sealKinds),
      width: z.number(),
      height: z.number(),
      /** An address that answers the PNG with the bearer header. */
      sealImg: z.string(),
      needsApproval: flag,
    }),
  ),
  /** Where the applicant seals, dates and fills in, with the seal chosen and the value filled in. */
  positionArray: z.array(Position),
  /** Addresses answer the approver by `approveId`. */
  fileArray: z.array(File),
  attachmentArray: z.array(File),
  signerArray: z.array(Signer),
  nodeArray: z.array(ProcessNode),
  historyArray: z.array(
    z.object({
      time,
      who: z.string(),
      event: z.enum(keysOf(approvalEventLabels)),
      label: z.string(),
      detail: z.string().nullable(),
    }),
  ),
  /** How whoever agrees must prove the will to. */
  willDemand: WillAsked,
  /** What the viewer may do with it now. */
  operationArray: z.array(z.enum(approvalOperations)),
  /** How long 催办 would refuse yet, ms; null where nobody is waited for. */
  urgeWait: z.number().nullable(),
  /** Why the stamp failed; null when it did not. */
  stampFault: z.string().nullable(),
})
/** A seal-use application as its applicant and approvers see it. */
export type ApproveInfo = z.infer<typeof ApproveInfo>

/** Checklist C91: seal-use applications decided and read. */
const decided = callsUnder('/api/common/v1/process')({
  approve: {
    summary: '同意用印（需本人意愿认证）',
    mutates: true,
    input: z.object({ approveId: id, authToken: z.string().max(100), opinion: reason.optional() }),
    output: z.object({ status: approveStatus }),
    refuses: ['approval/not-found', 'approval/changed', 'will-auth/required', 'contract/changed', 'field/invalid'],
  },
  delegateApprove: {
    summary: '将本人的审批转交给有权限的同事（流程管理员可代为转交）',
    mutates: true,
    input: z.object({
      approveId: id,
      /** To whom: of `listApprover`. */
      memberId: id,
      reason: reason.optional(),
      /** Whose seat, for who manages flows; the caller's own without it. */
      fromMemberId: id.nullish(),
    }),
    refuses: ['approval/not-found', 'approval/changed', 'contract/changed', 'member/not-found', 'field/invalid'],
  },
  urgeApprove: {
    summary: '催办审批人（仅申请人）',
    mutates: true,
    input: named,
    output: z.object({ urgedArray: z.array(z.string()) }),
    refuses: ['approval/not-found', 'approval/applicant-only', 'approval/changed', 'contract/changed', 'field/invalid'],
  },
  retryApprove: {
    summary: '重试用印（盖章失败后，由申请人）',
    mutates: true,
    input: named,
    output: standing,
    refuses: ['approval/not-found', 'approval/applicant-only', 'approval/changed', 'contract/changed'],
  },
  listApprove: {
    summary: '用印审批列表',
    input: z.object({
      /** 待我审批, 我已审批, 我提交的. */
      status: z.enum(['myapproval', 'approved', 'mine']).default('myapproval'),
      ...paging,
    }),
    output: z.object({
      approveArray: z.array(ApproveRow),
      nextCursor: z.string().nullable(),
      /** How many wait for the viewer, whatever is listed. */
      pendingNumber: z.int(),
    }),
    refuses: ['request/invalid'],
  },
  getApproveInfo: {
    summary: '用印审批详情',
    input: named,
    output: ApproveInfo,
    refuses: ['approval/not-found'],
  },
})

/** Checklist C70, C71, C73: an application sent again, withdrawn, sent back. */
const moved = callsUnder('/contract')({
  sendApprove: {
    method: 'GET',
    summary: '重新提交被驳回或已撤回的用印审批',
    mutates: true,
    input: z.object({ approveId: id, flowId: id, reason }),
    output: standing,
    refuses: [
      'approval/not-found',
      'approval/applicant-only',
      'approval/changed',
      'approval/not-needed',
      'flow/not-found',
      'flow/unfit',
      'flow/no-approver',
      'contract/changed',
      'contract/document-changed',
      'contract/not-signable',
      'contract/papers-missing',
      'seal/not-found',
      'field/invalid',
    ],
  },
  recallApprove: {
    method: 'GET',
    summary: '撤回用印审批（仅申请人）',
    mutates: true,
    input: named,
    output: z.object({ status: approveStatus }),
    refuses: ['approval/not-found', 'approval/applicant-only', 'approval/changed', 'contract/changed'],
  },
  returnApprove: {
    path: '/contract/return',
    summary: '驳回用印审批',
    mutates: true,
    input: z.object({ approveId: id, reason }),
    refuses: ['approval/not-found', 'approval/changed', 'contract/changed', 'field/invalid'],
  },
})

/** Every call about seal-use applications. */
export const approval = { ...decided, ...moved }
