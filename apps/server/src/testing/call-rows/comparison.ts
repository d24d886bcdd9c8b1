import type { comparison } from '@moqi/api/comparison'
import { justReads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/comparison.ts`. */
export const comparisonRows: CallRows<typeof comparison> = { compareFiles: justReads }
