import type { live } from '@moqi/api/live'
import { justReads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/live.ts`. */
export const liveRows: CallRows<typeof live> = {
  eventStream: justReads,
}
