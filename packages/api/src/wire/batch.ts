import type { BatchAnswer } from '../operation.ts'

/** What became of several contracts: how many it was done to, and the rest with why not. */
export type BatchOutcome = {
  readonly done: number
  readonly failed: readonly { signId: string; subject: string; message: string }[]
}

/** The same as it travels (checklist C0.9). */
export const wireBatch = ({ done, failed }: BatchOutcome): BatchAnswer => ({
  successNumber: done,
  failArray: failed.map(({ signId, subject, message }) => ({ signId, taskName: subject, message })),
})
