import { expect, test } from 'vitest'
import { companyWays } from '../identity/company-way.ts'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { companyStepLifecycle, firstSteps } from './company-step-lifecycle.ts'

// Written from domain 5.6, sub-states of inCompanyAuth.
test('the steps of a company’s authentication follow one another as the domain says and no other way', () => {
  const expected = expectedMoves(companyStepLifecycle, 'space/auth-changed', {
    'infoSubmitted pay': 'paymentSent',
    'infoSubmitted awaitPayment': 'reversePending',
    'infoSubmitted askLetter': 'letterSigning',
    'infoSubmitted askReview': 'manualReview',
    'infoSubmitted fail': 'ended',
    'paymentSent paid': 'amountPending',
    'paymentSent fail': 'ended',
    'amountPending pass': 'ended',
    'amountPending fail': 'ended',
    'reversePending pass': 'ended',
    'reversePending fail': 'ended',
    'letterSigning pass': 'ended',
    'letterSigning fail': 'ended',
    'manualReview pass': 'ended',
    'manualReview fail': 'ended',
  })
  expect(everyMove(companyStepLifecycle)).toEqual(expected)
})

test('each way begins with a step of its own, and every step but the last can fail', () => {
  const begun = companyWays.map((way) => companyStepLifecycle.after('infoSubmitted', firstSteps[way]))
  expect(new Set(begun).size).toBe(companyWays.length)
  const stuck = companyStepLifecycle.states.filter((step) => !companyStepLifecycle.can(step, 'fail'))
  expect(stuck).toEqual(['ended'])
})
