import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * A company's administration passing to another member, 管理员转让 (domain 5.7); `confirm` is the authorisation letter
 * or the legal representative. Once it is effective all seal authorisations are void.
 */
export const administrationTransfer = lifecycle({
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
/** A state of an administration transfer. */
export type AdministrationTransferState = StateOf<typeof administrationTransfer>
