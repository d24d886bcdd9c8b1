import { dayMs, hourMs } from '../time/civil-date.ts'

/** Limits of a contract before it is sent (domain 2.1): counts, bytes, and the deadline in ms from now. */
export const draftLimits = {
  files: 10,
  fileBytes: 20 * 1024 * 1024,
  totalBytes: 100 * 1024 * 1024,
  /** What the uploads of a space may take that no contract of it was sent with, drafts and templates included. */
  unsentBytes: 2 * 1024 * 1024 * 1024,
  pages: 500,
  parties: 50,
  areas: 300,
  cc: 50,
  deadlineMs: { from: hourMs, to: 365 * dayMs, preset: 30 * dayMs },
  voidDeadlineMs: { from: hourMs, to: 90 * dayMs, preset: 7 * dayMs },
} as const
