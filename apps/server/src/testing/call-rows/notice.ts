import type { notice } from '@moqi/api/notice'
import { justReads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/notice.ts`. */
export const noticeRows: CallRows<typeof notice> = {
  noticeStream: justReads,
}
