/** Whether a write failed for want of space: none left, a quota used up, or a file system that has become read-only. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(error.code))
