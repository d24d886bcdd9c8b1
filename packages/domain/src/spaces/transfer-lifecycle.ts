import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * The handing over of a company's administration (domain 5.7); `confirm` is the authorisation letter or the legal
 * representative. Once it is effective all seal authorisations are void.
 */
export const transferLifecycle = lifecycle({
  refusal: 'transfer/not-found',
  initial: 'requested',
  table: {
    requested: { accept: 'accepted', decline: 'declined', cancel: 'cancelled' },
    accepted: { confirm: 'effective', cancel: 'cancelled' },
    effective: {},
    declined: {},
    cancelled: {},
  },
})
/** A state of the hand-over of a company's administration. */
export type TransferState = StateOf<typeof transferLifecycle>
