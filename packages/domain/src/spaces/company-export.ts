import { lifecycle, type StateOf } from '../lifecycle.ts'
import { dayMs } from '../time/civil-date.ts'

/**
 * The export of everything that a company has, 数据导出: packed bit by bit, which may be paused, then kept for a while.
 * One that failed goes on where it was.
 */
export const companyExportLifecycle = lifecycle({
  refusal: 'export/changed',
  initial: 'running',
  table: {
    running: { pause: 'paused', fail: 'failed', cancel: 'cancelled', finish: 'done' },
    paused: { resume: 'running', cancel: 'cancelled' },
    failed: { resume: 'running', cancel: 'cancelled' },
    done: { expire: 'expired' },
    cancelled: {},
    expired: {},
  },
})
/** A state of a company's export. */
export type CompanyExportState = StateOf<typeof companyExportLifecycle>

/** What a running export is at, in this order. */
export const exportStages = ['count', 'pack', 'check', 'seal'] as const
/** A stage of an export. */
export type ExportStage = (typeof exportStages)[number]

/** What somebody may ask of an export that is not over. */
export const exportActs = ['pause', 'resume', 'cancel'] as const
/** An act on an export. */
export type ExportAct = (typeof exportActs)[number]

/** States in which a company has an export under way, so that it begins no other. */
export const openExportStates = companyExportLifecycle.states.filter((state) =>
  companyExportLifecycle.can(state, 'cancel'),
)

/** How long an archive is kept, and a link to it works, ms; how often a contract that cannot be read is tried. */
export const exportLimits = { keptMs: 14 * dayMs, linkMs: dayMs, tries: 3 } as const
