import type { message } from '@moqi/api/message'
import { justReads, setsState, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/message.ts`. */
export const messageRows: CallRows<typeof message> = {
  listMessage: justReads,
  getUnreadTotal: justReads,
  readMessage: { inputs: ({ taskId }) => [{ messageIdArray: [taskId] }, {}], again: setsState },
  getNoticeSetting: justReads,
  saveNoticeSetting: { inputs: () => [{ hideTaskName: 'yes' }], again: setsState },
}
