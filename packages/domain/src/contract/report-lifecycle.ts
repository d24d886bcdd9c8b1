import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'
import { dayMs } from '../time/civil-date.ts'

/** A report of fraud waits for an operator, who decides once. */
export const reportLifecycle = lifecycle({
  refusal: 'report/changed',
  initial: 'open',
  table: { open: { uphold: 'upheld', dismiss: 'dismissed' }, upheld: {}, dismissed: {} },
})
/** Where a report stands. */
export type ReportState = StateOf<typeof reportLifecycle>
/** What moves it on. */
export type ReportEvent = EventOf<typeof reportLifecycle>

/** What pages call where a report stands. */
export const reportStateLabels: Readonly<Record<ReportState, string>> = {
  open: '待处理',
  upheld: '成立',
  dismissed: '不成立',
}

/** Within which time (ms) whoever reports is to be answered. */
export const reportAnswerMs = dayMs
