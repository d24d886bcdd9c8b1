import type { CompanyWay } from '../identity/company-way.ts'
import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * How far a company's authentication has come while its space is inCompanyAuth (domain 5.6). It begins by waiting for
 * its operator's own; whatever ends it, it has ended once and for all.
 */
export const companyStepLifecycle = lifecycle({
  refusal: 'space/auth-changed',
  initial: 'infoSubmitted',
  table: {
    infoSubmitted: {
      pay: 'paymentSent',
      awaitPayment: 'reversePending',
      askLetter: 'letterSigning',
      askReview: 'manualReview',
      fail: 'ended',
    },
    paymentSent: { paid: 'amountPending', fail: 'ended' },
    amountPending: { pass: 'ended', fail: 'ended' },
    reversePending: { pass: 'ended', fail: 'ended' },
    letterSigning: { pass: 'ended', fail: 'ended' },
    manualReview: { pass: 'ended', fail: 'ended' },
    ended: {},
  },
})
/** How far an authentication has come. */
export type CompanyStep = StateOf<typeof companyStepLifecycle>
/** What moves it on. */
export type CompanyStepEvent = EventOf<typeof companyStepLifecycle>

/** What each way begins with, once its operator is real-named. */
export const firstSteps = {
  payment: 'pay',
  reverse: 'awaitPayment',
  letter: 'askLetter',
  manualReview: 'askReview',
} as const satisfies Readonly<Record<CompanyWay, CompanyStepEvent>>
