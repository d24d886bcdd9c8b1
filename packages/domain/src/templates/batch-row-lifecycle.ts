import { lifecycle, type StateOf } from '../lifecycle.ts'

/** One row of a batch: a contract to send; what failed is sent once more when asked. */
export const batchRowLifecycle = lifecycle({
  refusal: 'batch/changed',
  initial: 'waiting',
  table: {
    waiting: { send: 'done', fail: 'failed' },
    done: {},
    failed: { retry: 'waiting' },
  },
})
/** A state of a row of a batch, from waiting to sent or failed. */
export type BatchRowState = StateOf<typeof batchRowLifecycle>
