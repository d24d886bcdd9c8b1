import { Refusal } from '../refusal.ts'
import type { ContractState, ContractKind } from './contract-lifecycle.ts'
import type { PartyState } from './party-lifecycle.ts'
import type { VoidState } from './void-lifecycle.ts'

/**
 * What one viewer's row depends on. `ownPartyState` is null for an initiator or copy recipient who does not sign;
 * an administrator reading a colleague's entry (checklist I9) is viewed as a copy recipient.
 */
export type RowView = {
  readonly contractState: ContractState
  readonly voidState: VoidState
  readonly kind: ContractKind
  readonly isInitiator: boolean
  readonly ownPartyState: PartyState | null
  readonly isCc: boolean
}

/** Row statuses as they travel (checklist S5). */
export const rowStatuses = [
  'draft',
  'waitSend',
  'iSign',
  'otherSign',
  'signingApprovalFailed',
  'finish',
  'reject',
  'recall',
  'expired',
  'voided',
] as const
/** A member of `rowStatuses`: how a contract stands for one viewer. */
export type RowStatus = (typeof rowStatuses)[number]

/** Every operation a row or the detail page may offer; the page has an order of its own. */
export const operations = [
  'view',
  'sign',
  'edit',
  'send',
  'delete',
  'reject',
  'recall',
  'urge',
  'extend',
  'transfer',
  'correctPhone',
  'addParty',
  'removeParty',
  'replaceParty',
  'download',
  'void',
  'relaunch',
  'viewOrigin',
  'viewVoid',
  'hide',
  'restore',
  'remove',
] as const
/** A member of `operations`: what a viewer may do with a contract. */
export type Operation = (typeof operations)[number]

/** The button of each operation (domain 7.2); hiding one's own row reads 删除 like deleting a draft. */
export const operationLabels: Readonly<Record<Operation, string>> = {
  view: '查看',
  sign: '签署',
  edit: '编辑',
  send: '发送',
  delete: '删除',
  reject: '拒签',
  recall: '撤回',
  urge: '催签',
  extend: '延期',
  transfer: '转交',
  correctPhone: '更正手机号',
  addParty: '添加签署方',
  removeParty: '移除签署方',
  replaceParty: '更换签署方',
  download: '下载',
  void: '作废',
  relaunch: '重新发起',
  viewOrigin: '查看原合同',
  viewVoid: '查看作废协议',
  hide: '删除',
  restore: '恢复',
  remove: '彻底删除',
}

/** The status one viewer sees (domain 5.3). Throws `contract/not-found` for a deleted contract. */
export function rowStatus(view: Pick<RowView, 'contractState' | 'ownPartyState'>): RowStatus {
  if (view.contractState === 'deleted') throw new Refusal('contract/not-found')
  if (view.contractState !== 'signing') return view.contractState
  if (view.ownPartyState === 'approvalFailed') return 'signingApprovalFailed'
  return view.ownPartyState === 'toSign' ? 'iSign' : 'otherSign'
}

const readOnly = (view: RowView) => view.isCc && !view.isInitiator && view.ownPartyState === null
const involved = (view: RowView) => !readOnly(view)
const isOneOf = (status: RowStatus, ...statuses: readonly RowStatus[]) => statuses.includes(status)
const isMade = (status: RowStatus) => isOneOf(status, 'draft', 'waitSend')
const isOpen = (status: RowStatus) => isOneOf(status, 'iSign', 'otherSign', 'signingApprovalFailed')
const isClosed = (status: RowStatus) => isOneOf(status, 'reject', 'recall', 'expired')

// Each line is spec §4 cut by §6: the stricter of the two holds (checklist S13–S17, Z1).
const offered: Readonly<Record<Operation, (status: RowStatus, view: RowView) => boolean>> = {
  view: () => true,
  sign: (status) => isOneOf(status, 'iSign', 'signingApprovalFailed'),
  edit: (status, view) => isMade(status) && view.isInitiator,
  send: (status, view) => status === 'waitSend' && view.isInitiator,
  delete: (status, view) => isMade(status) && view.isInitiator,
  reject: (status, view) => isOneOf(status, 'iSign', 'signingApprovalFailed') && !view.isInitiator,
  recall: (status, view) => isOneOf(status, 'otherSign', 'iSign') && view.isInitiator,
  urge: (status, view) => isOpen(status) && view.isInitiator,
  extend: (status, view) => isOpen(status) && view.isInitiator,
  transfer: () => false,
  correctPhone: () => false,
  addParty: () => false,
  removeParty: () => false,
  replaceParty: () => false,
  download: (status) => isOneOf(status, 'finish', 'voided'),
  void: (status, view) =>
    status === 'finish' && view.kind === 'normal' && view.isInitiator && view.voidState === 'none',
  // A void agreement is begun anew by voiding the original again, which keeps one at a time (domain 5.5).
  relaunch: (status, view) => isClosed(status) && view.isInitiator && view.kind === 'normal',
  viewOrigin: (_status, view) => view.kind === 'void' && involved(view),
  viewVoid: (status, view) =>
    involved(view) &&
    view.kind === 'normal' &&
    (status === 'voided' || (status === 'finish' && view.voidState === 'voiding')),
  hide: (status, view) => isClosed(status) && involved(view),
  restore: () => false,
  remove: () => false,
}

/** The operations a list row offers: exactly spec §4 cut by §6. Throws `contract/not-found` for a deleted contract. */
export function rowOperations(view: RowView): Operation[] {
  const status = rowStatus(view)
  return operations.filter((operation) => offered[operation](status, view))
}

/**
 * The operations of a row in the recycle bin; a draft that was deleted is not to be seen until it is back. A deleted
 * void agreement does not come back: the original may have another one by then (domain 5.5).
 */
export function binOperations({ contractState, kind }: Pick<RowView, 'contractState' | 'kind'>): Operation[] {
  if (contractState !== 'deleted') return ['view', 'restore', 'remove']
  return kind === 'void' ? ['remove'] : ['restore', 'remove']
}

/**
 * The operations of the detail page: the row's, and 撤回 for the initiator in every open state (Z1), 转交 for the
 * party whose turn it is, 更正手机号 and, of an ordinary contract, 添加, 移除 and 更换签署方 for the initiator; that
 * the receiver is of the same company, and that there is a party nobody has claimed, is for the caller to check.
 */
export function detailOperations(view: RowView): Operation[] {
  const onRow = new Set(rowOperations(view))
  if (view.contractState === 'signing' && view.isInitiator) {
    onRow.add('recall')
    onRow.add('correctPhone')
    if (view.kind === 'normal') for (const change of partyChanges) onRow.add(change)
  }
  if (view.contractState === 'signing' && view.ownPartyState === 'toSign') onRow.add('transfer')
  return operations.filter((operation) => onRow.has(operation))
}

const partyChanges = ['addParty', 'removeParty', 'replaceParty'] as const

const initiatorOnly: readonly Operation[] = [
  'edit',
  'send',
  'delete',
  'recall',
  'urge',
  'extend',
  'correctPhone',
  'addParty',
  'removeParty',
  'replaceParty',
  'void',
  'relaunch',
]

/**
 * Lets pass what the detail page offers; throws `contract/initiator-only`
 * `{ operation, message }`, `contract/initiator-never-rejects`, `contract/not-downloadable` `{ state }`,
 * `contract/not-found` for a deleted contract, else `contract/illegal-move` `{ state, event }`.
 */
export function enforce(operation: Operation, view: RowView): void {
  if (detailOperations(view).includes(operation)) return
  if (!view.isInitiator && initiatorOnly.includes(operation))
    throw new Refusal('contract/initiator-only', { operation, message: `仅发起人可${operationLabels[operation]}` })
  if (view.isInitiator && operation === 'reject') throw new Refusal('contract/initiator-never-rejects')
  if (operation === 'download') throw new Refusal('contract/not-downloadable', { state: view.contractState })
  throw new Refusal('contract/illegal-move', { state: view.contractState, event: operation })
}
