/** From when on a job that is being done has been at it for too long (ms), and how many one deed may be about. */
export const jobLimits = { longMs: 600_000, atOnce: 200 } as const

/**
 * Where a job of the server stands: given up, to be tried again, under way for too long, under way, due, to come.
 * Those that are dropped are no longer among them.
 */
export const jobStates = ['lost', 'retrying', 'long', 'running', 'due', 'planned'] as const
/** One of `jobStates`. */
export type JobState = (typeof jobStates)[number]

/** What pages call them. */
export const jobStateLabels: Readonly<Record<JobState, string>> = {
  lost: '已放弃',
  retrying: '等待重试',
  long: '执行过久',
  running: '执行中',
  due: '排队中',
  planned: '未到时间',
}

/** Jobs that failed: they alone may be tried again at once, or dropped. */
export const failedStates = ['lost', 'retrying'] as const satisfies readonly JobState[]
