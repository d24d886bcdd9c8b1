import { type LifecycleTable, stateAfter } from '../lifecycle-table.ts'

/** States of a seal-use application (domain 5.4). */
export const approvalStates = ['pending', 'approved', 'stampFailed', 'refused', 'recalled', 'void'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** Everything that may happen to it; `close` is the end of the contract. */
export const approvalEvents = [
  'approveNode',
  'approveLast',
  'refuse',
  'recall',
  'close',
  'stampFail',
  'retryStamp',
  'resubmit',
] as const
export type ApprovalEvent = (typeof approvalEvents)[number]

/** Every legal move of an application (domain 5.4); a stamp that failed ends with its contract like a pending one. */
export const approvalLifecycle: LifecycleTable<ApprovalState, ApprovalEvent> = {
  pending: { approveNode: 'pending', approveLast: 'approved', refuse: 'refused', recall: 'recalled', close: 'void' },
  approved: { stampFail: 'stampFailed' },
  stampFailed: { retryStamp: 'approved', close: 'void' },
  refused: { resubmit: 'pending' },
  recalled: { resubmit: 'pending' },
  void: {},
}

/** The application after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const approvalMoved = (state: ApprovalState, event: ApprovalEvent): ApprovalState =>
  stateAfter(approvalLifecycle, state, event)

/** How the approvers of one node decide: 依次, 会签 (all), 或签 (any one). */
export const nodeModes = ['order', 'all', 'any'] as const
export type NodeMode = (typeof nodeModes)[number]

/** One node: each approver's decision in the order of the flow. */
export type ApprovalNode = {
  readonly nodeMode: NodeMode
  readonly decisions: readonly ('open' | 'approved' | 'refused')[]
}

/** Where a flow stands: decided, or at `node` with the approvers (indexes) who may decide now. */
export type ApprovalCourse =
  | { readonly outcome: 'approved' | 'refused' }
  | { readonly outcome: 'pending'; readonly node: number; readonly approvers: readonly number[] }

const isThrough = ({ nodeMode, decisions }: ApprovalNode) =>
  nodeMode === 'any' ? decisions.includes('approved') : decisions.every((decision) => decision === 'approved')

/** Reads the course of a flow from its decisions; one refusal anywhere refuses the application. */
export function approvalCourse(nodes: readonly ApprovalNode[]): ApprovalCourse {
  if (nodes.some(({ decisions }) => decisions.includes('refused'))) return { outcome: 'refused' }
  const at = nodes.findIndex((node) => !isThrough(node))
  const node = nodes[at]
  if (node === undefined) return { outcome: 'approved' }
  const open = node.decisions.flatMap((decision, index) => (decision === 'open' ? [index] : []))
  return { outcome: 'pending', node: at, approvers: node.nodeMode === 'order' ? open.slice(0, 1) : open }
}

/** Whether an approver who is the applicant may be passed over: never for the company seal (公章). */
export const maySkipApplicant = (sealType: string): boolean => sealType !== 'official'

/** Tabs of /approve/list with their labels (checklist R36). */
export const approvalTabs = { myapproval: '待我审批', approved: '我已审批', mine: '我提交的' } as const
export type ApprovalTab = keyof typeof approvalTabs
