import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * A signature that is asked of a phone by a code (checklist S24). A page that is loaded again scans again; one that
 * never said so may submit all the same, for on a poor line that word may be lost.
 */
export const handwritingLifecycle = lifecycle({
  refusal: 'handwriting/changed',
  initial: 'waiting',
  table: {
    waiting: { scan: 'scanned', submit: 'submitted', expire: 'expired' },
    scanned: { scan: 'scanned', submit: 'submitted', expire: 'expired' },
    submitted: {},
    expired: {},
  },
})
/** A state of a signature that is asked of a phone. */
export type HandwritingState = StateOf<typeof handwritingLifecycle>

/** How long its code leads anywhere, ms. */
export const handwritingLifeMs = 5 * 60_000

/** How long a submitted one stays to be fetched when that is over, ms: a picture that nobody wants is nobody's. */
export const handwritingKeptMs = 60 * 60_000
