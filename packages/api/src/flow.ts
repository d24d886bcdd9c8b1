import { seatLifecycle } from '@moqi/domain/approvals/course'
import { conditionParts, flowLimits, nodeModes } from '@moqi/domain/approvals/flow'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, time } from './shapes.ts'
import { namesIt, readsFlow } from './visit-rules.ts'

const { nodes, approvers, named } = flowLimits
const nodeMode = z.enum(nodeModes)
const version = z.int().min(0)

/** 分 (0.01 元). */
export const amount = z.int().min(0).max(99_999_999_999_999)

/** What a flow is for: an empty list is for all, null is no bound. */
const FlowCondition = z.object({
  sealIdArray: z.array(id).max(named).default([]),
  /** 分, both ends included. */
  amountMin: amount.nullable().default(null),
  amountMax: amount.nullable().default(null),
  /** Names of companies or persons, one of which is a party beside the own company. */
  counterpartArray: z.array(z.string().trim().min(1).max(120)).max(named).default([]),
  templateIdArray: z.array(id).max(named).default([]),
})

/** Somebody of the company who may be asked to approve; the phone is masked. */
const Approver = z.object({
  memberId: id,
  nickName: z.string(),
  phone: z.string(),
  /** Null while they can approve; else why not: left or disabled, without the right, or the applicant. */
  absence: z.enum(['left', 'noRight', 'applicant']).nullable(),
})
/** Somebody who may be asked, with why they cannot be if so. */
export type Approver = z.infer<typeof Approver>

/** A step of a flow as who edits it sees it. */
const FlowNode = z.object({ nodeMode, approverArray: z.array(Approver) })

/** A flow as who edits it sees it. */
export const CompanyFlow = z.object({
  flowId: id,
  version,
  flowName: z.string(),
  flowStatus: z.enum(['enabled', 'disabled']),
  condition: FlowCondition,
  /** Names of the seals and templates of the condition, as they are called now. */
  sealArray: z.array(z.object({ sealId: id, sealName: z.string() })),
  templateArray: z.array(z.object({ templateId: id, templateName: z.string() })),
  nodeArray: z.array(FlowNode),
  /** Applications that are being decided by it. */
  pendingNumber: z.int(),
  /** 1 where nobody ever applied by it, and it may be deleted. */
  deletable: flag,
  changeTime: time,
  changeBy: z.string(),
})
export type CompanyFlow = z.infer<typeof CompanyFlow>

/** A step of a flow or of an application, as applicants and approvers see it. */
export const ProcessNode = z.object({
  /** From 1. */
  nodeNo: z.int(),
  nodeMode,
  approverArray: z.array(
    z.object({
      nickName: z.string(),
      /** How that approver's seat stands; `waiting` of a flow that nobody has applied by yet. */
      approveStatus: z.enum(seatLifecycle.states),
      approveTime: time.nullable(),
      opinion: z.string().nullable(),
      /** Whose seat it was before it was handed over. */
      delegatedFrom: z.string().nullable(),
    }),
  ),
})
export type ProcessNode = z.infer<typeof ProcessNode>

/** A flow that a dry run has come by. */
const TriedFlow = z.object({
  flowId: id,
  flowName: z.string(),
  nodeArray: z.array(
    z.object({
      nodeNo: z.int(),
      nodeMode,
      /** As the flow names them, with why some could not decide. */
      approverArray: z.array(Approver),
      /** Who would be asked, in turn: for whom one stands in, 1 who is left out as the applicant. */
      courseArray: z.array(
        z.object({ memberId: id, nickName: z.string(), skipped: flag, standsFor: z.string().nullable() }),
      ),
    }),
  ),
  /** Why nobody could apply by it; null where it works. */
  fault: z.string().nullable(),
})

/** What the administrator, or whoever may, asks to edit the company's flows. */
const edited = callsUnder('/api/common/v1/process', { right: 'manageFlows' })({
  listCompanyFlow: {
    summary: '企业的用印审批流程（管理）',
    output: z.object({ flowArray: z.array(CompanyFlow) }),
  },
  getCompanyFlow: {
    summary: '一个用印审批流程（管理）',
    input: z.object({ flowId: id }),
    output: CompanyFlow,
    refuses: ['flow/not-found'],
  },
  saveFlow: {
    summary: '新建或修改用印审批流程（审批中的申请沿用提交时的版本）',
    mutates: true,
    input: z.object({
      /** Without one a new flow is made, which is enabled. */
      flowId: id.nullish(),
      /** Of the flow as it was read; not asked of a new one. */
      version: version.optional(),
      flowName: z.string().max(100),
      condition: FlowCondition.prefault({}),
      nodeArray: z.array(z.object({ nodeMode, memberIdArray: z.array(id).max(approvers) })).max(nodes),
    }),
    output: z.object({ flowId: id, version }),
    refuses: [
      'flow/not-found',
      'flow/stale',
      'flow/name-taken',
      'field/invalid',
      'member/not-found',
      'seal/not-found',
      'template/not-found',
    ],
  },
  switchFlow: {
    summary: '启用或停用用印审批流程',
    mutates: true,
    input: z.object({ flowId: id, version, flowStatus: z.enum(['enabled', 'disabled']) }),
    output: z.object({ flowId: id, version }),
    refuses: ['flow/not-found', 'flow/stale'],
  },
  deleteFlow: {
    summary: '删除未使用过的用印审批流程',
    mutates: true,
    input: z.object({ flowId: id, version }),
    refuses: ['flow/not-found', 'flow/stale', 'flow/used'],
  },
  tryFlow: {
    summary: '试算：某印章、金额、相对方、模板下由谁审批',
    input: z.object({
      sealId: id,
      amount: amount.nullish(),
      counterpart: z.string().trim().max(120).nullish(),
      templateId: id.nullish(),
      /** Who would apply; the caller without one. */
      memberId: id.nullish(),
    }),
    output: z.object({
      /** The flows the applicant could choose from. */
      flowArray: z.array(TriedFlow),
    }),
    refuses: ['seal/not-found', 'member/not-found', 'template/not-found'],
  },
  tryFlowOnTask: {
    summary: '试算：用已完成的合同试某个流程，哪些条件符合、会由谁依次审批（不通知任何人）',
    input: z.object({ flowId: id, signId: id }),
    output: z.object({
      taskName: z.string(),
      /** Who put the company's seal on it, or applied for it. */
      applicantName: z.string(),
      sealArray: z.array(z.object({ sealId: id, sealName: z.string() })),
      /** 分; what the company's rules go by. */
      amount: amount.nullable(),
      counterpartArray: z.array(z.string()),
      /** 1 where the seal was used by an approval then. */
      approved: flag,
      /** What the flow asks for, and whether it is so. */
      conditionArray: z.array(z.object({ part: z.enum(conditionParts), holds: flag })),
      /** 1 where the applicant could choose this flow: it fits, and no other asks for more. */
      offered: flag,
      /** The other flows that could be chosen. */
      otherArray: z.array(z.object({ flowId: id, flowName: z.string() })),
      /** Who would be asked by this flow. */
      tried: TriedFlow,
    }),
    refuses: [
      'flow/not-found',
      'contract/not-found',
      'contract/other-space',
      'contract/not-downloadable',
      'field/invalid',
    ],
  },
})

/** Who may be asked: for whoever edits flows, and for an approver who hands a seat over. */
const asked = callsUnder('/api/common/v1/process')({
  listApprover: {
    summary: '可以审批用印的同事',
    output: z.object({ approverArray: z.array(Approver) }),
  },
  listFlow: {
    summary: '可选的用印审批流程',
    visit: { office: namesIt },
    input: z.object({ signId: id, sealId: id, amount: amount.nullish() }),
    output: z.object({ flowArray: z.array(z.object({ flowId: id, flowName: z.string(), nodeNumber: z.int() })) }),
    refuses: ['contract/not-found', 'contract/other-space', 'seal/not-found'],
  },
  getFlow: {
    summary: '用印审批流程的节点与审批人，或一次申请的进度',
    visit: { office: readsFlow },
    input: z.union([z.object({ flowId: id }), z.object({ approveId: id })]),
    output: z.object({ flowId: id, flowName: z.string(), nodeArray: z.array(ProcessNode) }),
    refuses: ['flow/not-found', 'approval/not-found'],
  },
})

/** Checklist C68, C69: the flows by which the use of seals is approved, and how they are edited. */
export const flow = { ...edited, ...asked }
