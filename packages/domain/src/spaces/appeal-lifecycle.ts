import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'
import { dayMs } from '../time/civil-date.ts'

/**
 * Somebody's asking for the administration of a company that is authenticated already, 管理员申诉 (domain 5.6). Its
 * administrators may object while it is `open`; whoever runs the platform decides.
 */
export const appealLifecycle = lifecycle({
  refusal: 'appeal/changed',
  initial: 'open',
  table: {
    open: { object: 'objected', grant: 'granted', refuse: 'refused', withdraw: 'withdrawn' },
    objected: { grant: 'granted', refuse: 'refused', withdraw: 'withdrawn' },
    granted: {},
    refused: {},
    withdrawn: {},
  },
})
/** How far an appeal has come. */
export type AppealState = StateOf<typeof appealLifecycle>
/** What moves it on. */
export type AppealEvent = EventOf<typeof appealLifecycle>

/** For how many days the administrators may object. */
export const objectionDays = 3

/** How often a person may appeal about a company, within how many days. */
export const appealLimits = { count: 3, days: 30 } as const

/** Until when (ms) an appeal of that moment may be objected to. */
export const objectionEnd = (submittedAt: number): number => submittedAt + objectionDays * dayMs

/** Why it cannot be decided in favour yet; null where it can: both sides have spoken, or the time to do so is over. */
export const grantObstacle = (state: AppealState, { until, now }: { until: number; now: number }): 'early' | null =>
  appealLifecycle.can(state, 'object') && now < until ? 'early' : null

/** Why somebody appeals. */
export const appealReasons = {
  left: '管理员已离职',
  lost: '管理员失联',
  unauthorised: '管理员未经企业授权',
} as const
/** One of them. */
export type AppealReason = keyof typeof appealReasons

/** The pictures that are handed in, in this order. */
export const appealPapers = ['营业执照', '授权书'] as const
