import type { phoneOwner } from '@moqi/api/phone-owner'
import { signsIn, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/phone-owner.ts`. */
export const phoneOwnerRows: CallRows<typeof phoneOwner> = {
  proveOwner: { inputs: () => [{ code: 'x', proof: 'idNumber', text: '11010519491231002X' }], again: signsIn },
  leaveAccount: { inputs: () => [{ code: 'x', agree: 1 }], again: signsIn },
}
