import { type LifecycleTable, stateAfter } from '../lifecycle-table.ts'

/** States of a seal (domain 5.8). */
export const sealStates = [
  'draft',
  'auditing',
  'enabled',
  'auditFailed',
  'disabled',
  'revoked',
  'expired',
  'deleted',
] as const
export type SealState = (typeof sealStates)[number]

/** Everything that may happen to a seal: an image is audited, a template is enabled at once. */
export const sealEvents = [
  'submitImage',
  'makeFromTemplate',
  'auditPassed',
  'auditRefused',
  'disable',
  'enable',
  'revoke',
  'expire',
  'delete',
] as const
export type SealEvent = (typeof sealEvents)[number]

/** Every legal move of a seal; only one never used may be deleted, which is for the caller to know (domain 5.8). */
export const sealLifecycle: LifecycleTable<SealState, SealEvent> = {
  draft: { submitImage: 'auditing', makeFromTemplate: 'enabled', delete: 'deleted' },
  auditing: { auditPassed: 'enabled', auditRefused: 'auditFailed' },
  auditFailed: { submitImage: 'auditing', delete: 'deleted' },
  enabled: { disable: 'disabled', revoke: 'revoked', expire: 'expired', delete: 'deleted' },
  disabled: { enable: 'enabled', revoke: 'revoked', expire: 'expired', delete: 'deleted' },
  revoked: {},
  expired: {},
  deleted: {},
}

/** The seal's state after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const sealMoved = (state: SealState, event: SealEvent): SealState => stateAfter(sealLifecycle, state, event)

/** States of a seal authorisation (domain 5.8). */
export const grantStates = ['waitSign', 'waitEffective', 'effective', 'expired', 'revoked'] as const
export type GrantState = (typeof grantStates)[number]

/** Everything that may happen to an authorisation; `begin` is the first day of its term. */
export const grantEvents = ['sign', 'begin', 'expire', 'revoke'] as const
export type GrantEvent = (typeof grantEvents)[number]

/** Every legal move of a seal authorisation of at most three years. */
export const grantLifecycle: LifecycleTable<GrantState, GrantEvent> = {
  waitSign: { sign: 'waitEffective', revoke: 'revoked' },
  waitEffective: { begin: 'effective', revoke: 'revoked' },
  effective: { expire: 'expired', revoke: 'revoked' },
  expired: {},
  revoked: {},
}

/** The authorisation's state after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const grantMoved = (state: GrantState, event: GrantEvent): GrantState => stateAfter(grantLifecycle, state, event)
