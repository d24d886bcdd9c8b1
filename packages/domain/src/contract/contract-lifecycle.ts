import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

// Relaunch copies and hide marks one viewer's row: the contract itself stays as it is (domain 5.1, rows 14, 15).
const closed = <const S extends string>(state: S) => ({ relaunch: state, hide: state }) as const

/** A contract (domain 5.1, rows 1–16); what a viewer sees of its state is computed by `rowStatus`. */
export const contractLifecycle = lifecycle({
  refusal: 'contract/illegal-move',
  initial: 'draft',
  table: {
    draft: { edit: 'draft', completeWizard: 'waitSend', delete: 'deleted' },
    waitSend: { edit: 'draft', send: 'signing', delete: 'deleted' },
    signing: {
      signed: 'signing',
      allSigned: 'finish',
      reject: 'reject',
      recall: 'recall',
      expire: 'expired',
      extendDeadline: 'signing',
    },
    finish: { void: 'finish', voidSent: 'finish', voidFinished: 'voided', voidClosed: 'finish' },
    reject: closed('reject'),
    recall: closed('recall'),
    expired: closed('expired'),
    voided: {},
    // Back from the 30-day bin; what was complete is confirmed anew.
    deleted: { restore: 'draft' },
  },
})
/** A state of a contract. */
export type ContractState = StateOf<typeof contractLifecycle>
/** What moves a contract from one state to the next. */
export type ContractEvent = EventOf<typeof contractLifecycle>

/**
 * A contract is an ordinary one, the agreement that voids another, the letter by which a seal is granted, or that by
 * which a company's legal representative has the company authenticated.
 */
export type ContractKind = 'normal' | 'void' | LetterKind
/** A letter: its end moves what it is of. */
export type LetterKind = 'grant' | 'companyAuth'
