import { lifecycle, type StateOf } from '../lifecycle.ts'

/** One row of a batch: listed until it is taken into sending; what failed is sent once more when asked. */
export const batchRowLifecycle = lifecycle({
  refusal: 'batch/changed',
  initial: 'listed',
  table: {
    listed: { take: 'waiting' },
    waiting: { send: 'done', fail: 'failed' },
    done: {},
    failed: { retry: 'waiting' },
  },
})
/** A state of a row of a batch, from listed to sent or failed. */
export type BatchRowState = StateOf<typeof batchRowLifecycle>
