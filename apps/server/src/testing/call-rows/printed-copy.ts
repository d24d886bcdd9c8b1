import type { printedCopy } from '@moqi/api/printed-copy'
import { bySignId, reads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/printed-copy.ts`. */
export const printedCopyRows: CallRows<typeof printedCopy> = {
  numberPrintedCopy: { ...bySignId, again: 'one contract has one number, however often it is asked for' },
  getPrintedCopy: { inputs: () => [{ number: 'x' }], again: reads },
  printedPage: { inputs: () => [{ number: 'x', page: 1, key: 'x' }], again: reads },
}
