import { type LifecycleTable, stateAfter } from '../lifecycle-table.ts'

/** Stored states of a contract (domain 5.1); what a viewer sees is computed by `rowStatus`. */
export const taskStates = [
  'draft',
  'waitSend',
  'signing',
  'finish',
  'reject',
  'recall',
  'expired',
  'cancel',
  'deleted',
] as const
export type TaskState = (typeof taskStates)[number]

/** Whether a sent relieve (作废) agreement is under way on a finished contract. */
export const relieveStates = ['none', 'relieving'] as const
export type RelieveState = (typeof relieveStates)[number]

/** A contract is an ordinary one or the agreement that voids another. */
export const taskTypes = ['normal', 'relieve'] as const
export type TaskType = (typeof taskTypes)[number]

/** Everything that may happen to a contract (domain 5.1, rows 1–16, and the way back from the 30-day bin). */
export const taskEvents = [
  'edit',
  'completeWizard',
  'send',
  'delete',
  'signed',
  'allSigned',
  'reject',
  'recall',
  'expire',
  'extendDeadline',
  'void',
  'relieveSent',
  'relieveFinished',
  'relieveClosed',
  'relaunch',
  'hide',
  'restore',
] as const
export type TaskEvent = (typeof taskEvents)[number]

// Relaunch copies and hide marks one viewer's row: the contract itself stays as it is (rows 14, 15).
const closed = <S extends TaskState>(state: S) => ({ relaunch: state, hide: state })

/** Every legal move of a contract (domain 5.1). */
export const taskLifecycle: LifecycleTable<TaskState, TaskEvent> = {
  draft: { edit: 'draft', completeWizard: 'waitSend', delete: 'deleted' },
  waitSend: { edit: 'draft', send: 'signing', delete: 'deleted' },
  signing: {
    signed: 'signing',
    allSigned: 'finish',
    reject: 'reject',
    recall: 'recall',
    expire: 'expired',
    extendDeadline: 'signing',
  },
  finish: { void: 'finish', relieveSent: 'finish', relieveFinished: 'cancel', relieveClosed: 'finish' },
  reject: closed('reject'),
  recall: closed('recall'),
  expired: closed('expired'),
  cancel: {},
  // Back from the recycle bin; what was complete is confirmed anew.
  deleted: { restore: 'draft' },
}

/** Whether the table lists `event` in `state`. */
export const canMove = (state: TaskState, event: TaskEvent): boolean => taskLifecycle[state][event] !== undefined

/** The contract's state after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const moved = (state: TaskState, event: TaskEvent): TaskState => stateAfter(taskLifecycle, state, event)

/** The events of a finished contract that its relieve state guards. */
export const relieveEvents = ['void', 'relieveSent', 'relieveFinished', 'relieveClosed'] as const
export type RelieveEvent = (typeof relieveEvents)[number]

/** Moves of the relieve state: 作废中 counts from the sending of the agreement, not from its draft (checklist S17). */
export const relieveLifecycle: LifecycleTable<RelieveState, RelieveEvent> = {
  none: { void: 'none', relieveSent: 'relieving' },
  relieving: { relieveFinished: 'none', relieveClosed: 'none' },
}

/** The relieve state after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const relieveMoved = (state: RelieveState, event: RelieveEvent): RelieveState =>
  stateAfter(relieveLifecycle, state, event)
