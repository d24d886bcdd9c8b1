import { type EventOf, lifecycle } from '../lifecycle.ts'

/** The authentication of a personal space (domain 5.6); `lapse` is an expired paper. */
export const personAuthLifecycle = lifecycle({
  refusal: 'identity/changed',
  initial: 'notAuth',
  table: {
    notAuth: { submit: 'inPersonAuth' },
    inPersonAuth: { personPassed: 'passAuth', personFailed: 'rejectPersonAuth' },
    inCompanyAuth: {},
    passAuth: { changeInfo: 'passAuth', lapse: 'notAuth' },
    rejectPersonAuth: { submit: 'inPersonAuth' },
    rejectCompanyAuth: {},
  },
})
/** What moves a person's authentication from one state to the next. */
export type PersonAuthEvent = EventOf<typeof personAuthLifecycle>
