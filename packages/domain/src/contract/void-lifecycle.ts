import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * Whether an agreement that voids (作废) a finished contract is under way: 作废中 counts from the sending of the
 * agreement, not from its draft (checklist S17).
 */
export const voidLifecycle = lifecycle({
  refusal: 'contract/illegal-move',
  initial: 'none',
  table: {
    none: { void: 'none', voidSent: 'voiding' },
    voiding: { voidFinished: 'none', voidClosed: 'none' },
  },
})
/** How far a finished contract is on its way to being void. */
export type VoidState = StateOf<typeof voidLifecycle>
/** What moves it from one state to the next. */
export type VoidEvent = EventOf<typeof voidLifecycle>
