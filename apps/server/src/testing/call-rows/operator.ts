import type { operator } from '@moqi/api/operator'
import { type CallRows, ends, justReads, logsTaking, plain, signsIn } from '../call-row.ts'

/** Why no key is needed. */
const decided = 'is refused by the order once it is decided'
const paymentNo = 'FK000000000000000000000000000000'
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
  listTransfers: justReads,
  transferVoucher: { inputs: () => [{ paymentNo, page: 1 }], again: logsTaking },
  confirmTransfer: { inputs: () => [{ paymentNo, reference: '1' }], again: decided },
  refuseTransfer: { inputs: () => [{ paymentNo, reason: '金额不符' }], again: decided },
  endTransferReturn: { inputs: () => [{ paymentNo }], again: decided },
}
