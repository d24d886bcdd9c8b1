import type { bill } from '@moqi/api/bill'
import { justReads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/bill.ts`. */
export const billRows: CallRows<typeof bill> = {
  listPacks: justReads,
  listLedger: justReads,
  exportLedger: justReads,
}
