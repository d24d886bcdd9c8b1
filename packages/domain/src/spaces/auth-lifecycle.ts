import { type LifecycleTable, stateAfter } from '../lifecycle-table.ts'

/** Authentication states of a space (spec §4). */
export const authStates = [
  'notAuth',
  'inPersonAuth',
  'inCompanyAuth',
  'passAuth',
  'rejectPersonAuth',
  'rejectCompanyAuth',
] as const
export type AuthState = (typeof authStates)[number]

/**
 * Everything that may happen to a space's authentication: `submit` is its own form, `startPerson` the real-naming of a
 * company's operator that comes first, `lapse` an expired paper or a closed company.
 */
export const authEvents = [
  'submit',
  'startPerson',
  'personPassed',
  'personFailed',
  'companyPassed',
  'companyFailed',
  'changeInfo',
  'lapse',
] as const
export type AuthEvent = (typeof authEvents)[number]

/** The two kinds of spaces (spec §3). */
export const spaceTypes = ['person', 'company'] as const
export type SpaceType = (typeof spaceTypes)[number]

const passAuth = { changeInfo: 'passAuth', lapse: 'notAuth' } as const

/** Every legal move of a personal space (domain 5.6). */
export const personAuthLifecycle: LifecycleTable<AuthState, AuthEvent> = {
  notAuth: { submit: 'inPersonAuth' },
  inPersonAuth: { personPassed: 'passAuth', personFailed: 'rejectPersonAuth' },
  inCompanyAuth: {},
  passAuth,
  rejectPersonAuth: { submit: 'inPersonAuth' },
  rejectCompanyAuth: {},
}

/**
 * Every legal move of a company space (domain 5.6). An operator whose person step failed tries it again (重新认证),
 * else the space would be a dead end.
 */
export const companyAuthLifecycle: LifecycleTable<AuthState, AuthEvent> = {
  notAuth: { startPerson: 'inPersonAuth', submit: 'inCompanyAuth' },
  inPersonAuth: { personPassed: 'inCompanyAuth', personFailed: 'rejectPersonAuth' },
  inCompanyAuth: { companyPassed: 'passAuth', companyFailed: 'rejectCompanyAuth' },
  passAuth,
  rejectPersonAuth: { startPerson: 'inPersonAuth' },
  rejectCompanyAuth: { submit: 'inCompanyAuth' },
}

/** The authentication state after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const authMoved = (spaceType: SpaceType, state: AuthState, event: AuthEvent): AuthState =>
  stateAfter(spaceType === 'person' ? personAuthLifecycle : companyAuthLifecycle, state, event)

/** Steps inside inCompanyAuth with their labels (domain 5.6). */
export const companyAuthSteps = {
  infoSubmitted: '资料已提交',
  paymentSent: '打款中',
  amountPending: '待回填',
  letterSigning: '待法人签授权书',
  manualReview: '人工审核中 1–2 个工作日',
} as const
export type CompanyAuthStep = keyof typeof companyAuthSteps
