import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * A seal (domain 5.8): an image is audited, a template is enabled at once. Only one never used may be deleted, which is
 * for the caller to know. One under review may be withdrawn, and goes with its owner's name like any other.
 */
export const sealLifecycle = lifecycle({
  refusal: 'seal/changed',
  initial: 'draft',
  table: {
    draft: { submitImage: 'auditing', makeFromTemplate: 'enabled', delete: 'deleted' },
    auditing: { auditPassed: 'enabled', auditRefused: 'auditFailed', revoke: 'revoked', delete: 'deleted' },
    enabled: { disable: 'disabled', revoke: 'revoked', expire: 'expired', delete: 'deleted' },
    auditFailed: { submitImage: 'auditing', revoke: 'revoked', delete: 'deleted' },
    disabled: { enable: 'enabled', revoke: 'revoked', expire: 'expired', delete: 'deleted' },
    revoked: {},
    expired: {},
    deleted: {},
  },
})
/** A state of a seal. */
export type SealState = StateOf<typeof sealLifecycle>
