import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * The authentication of a company space (domain 5.6). `startPerson` is the real-naming of its operator, which comes
 * first; one whose person step failed tries it again (重新认证), else the space would be a dead end. `lapse` is an
 * expired paper or a closed company.
 */
export const companyAuthLifecycle = lifecycle({
  refusal: 'space/auth-changed',
  initial: 'notAuth',
  table: {
    notAuth: { startPerson: 'inPersonAuth', submit: 'inCompanyAuth' },
    inPersonAuth: { personPassed: 'inCompanyAuth', personFailed: 'rejectPersonAuth' },
    inCompanyAuth: { companyPassed: 'passAuth', companyFailed: 'rejectCompanyAuth' },
    passAuth: { changeInfo: 'passAuth', lapse: 'notAuth' },
    rejectPersonAuth: { startPerson: 'inPersonAuth' },
    rejectCompanyAuth: { submit: 'inCompanyAuth' },
  },
})
/** How far a space's authentication has come (checklist S1). */
export type AuthState = StateOf<typeof companyAuthLifecycle>
/** What moves a company's authentication from one state to the next. */
export type CompanyAuthEvent = EventOf<typeof companyAuthLifecycle>
