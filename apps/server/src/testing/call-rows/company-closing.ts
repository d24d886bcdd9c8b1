import type { companyClosing } from '@moqi/api/company-closing'
import { byCode, type CallRows, justReads, plain, setsState } from '../call-row.ts'

/** Of the calls in `packages/api/src/company-closing.ts`. */
export const companyClosingRows: CallRows<typeof companyClosing> = {
  getCompanyClosing: justReads,
  startCompanyClosing: { inputs: () => [{ companyName: 'x', smsCode: '000000', agree: 1 }], again: byCode },
  takeBackCompanyClosing: { ...plain, again: setsState },
}
