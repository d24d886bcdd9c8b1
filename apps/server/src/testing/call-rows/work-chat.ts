import type { workChat } from '@moqi/api/work-chat'
import { type CallRows, justReads, plain, setsState } from '../call-row.ts'

/** Of the calls in `packages/api/src/work-chat.ts`. */
export const workChatRows: CallRows<typeof workChat> = {
  getWorkChat: justReads,
  setWorkChat: { inputs: () => [{ syncs: 1, notices: 1 }], again: setsState },
  testWorkChat: { ...plain, again: 'asks the vendor, and changes nothing' },
  startChatSync: { inputs: () => [{ mode: 'plan' }], again: 'one is under way at a time: again, it is' },
}
