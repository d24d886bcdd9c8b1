import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * Whether an agreement that voids (作废) a finished contract is under way: 作废中 counts from the sending of the
 * agreement, not from its draft (checklist S17).
 */
export const relieveLifecycle = lifecycle({
  refusal: 'contract/illegal-move',
  initial: 'none',
  table: {
    none: { void: 'none', relieveSent: 'relieving' },
    relieving: { relieveFinished: 'none', relieveClosed: 'none' },
  },
})
export type RelieveState = StateOf<typeof relieveLifecycle>
