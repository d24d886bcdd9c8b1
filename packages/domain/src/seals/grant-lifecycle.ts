import { lifecycle, type StateOf } from '../lifecycle.ts'

/** A seal authorisation of at most three years (domain 5.8); `begin` is the first day of its term. */
export const grantLifecycle = lifecycle({
  refusal: 'seal/grant-changed',
  initial: 'waitSign',
  table: {
    waitSign: { sign: 'waitEffective', revoke: 'revoked' },
    waitEffective: { begin: 'effective', revoke: 'revoked' },
    effective: { expire: 'expired', revoke: 'revoked' },
    expired: {},
    revoked: {},
  },
})
/** A state of a member's right to use a seal. */
export type GrantState = StateOf<typeof grantLifecycle>
