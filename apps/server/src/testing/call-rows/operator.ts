import type { operator } from '@moqi/api/operator'
import { type CallRows, ends, justReads, plain, signsIn } from '../call-row.ts'

const shown = { name: 'nobody', enrolCode: 'AAAA' }

/** Of those who run the platform; no space's session opens what is behind their sign-in. */
export const operatorRows: CallRows<typeof operator> = {
  beginOperatorEnrolment: {
    inputs: () => [{ ...shown, password: 'Moqi@2026' }],
    again: 'sets the password and a new secret; the one asked for last is the one that counts',
  },
  endOperatorEnrolment: { inputs: () => [{ ...shown, code: '000000' }], again: signsIn },
  signInOperator: { inputs: () => [{ name: 'nobody', password: 'Moqi@2026', code: '000000' }], again: signsIn },
  operatorSelf: justReads,
  signOutOperator: { ...plain, again: ends },
}
