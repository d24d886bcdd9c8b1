/** What a page asks the companion through the agent's document: a path of the companion, and a body unless it reads. */
export type CompanionQuestion = { number: number; path: string; body: object | null }
/** What comes back; `unreachable` where nobody answers, or the browser lets nobody ask. */
export type CompanionAnswer = { ok: true; data: object } | { ok: false; reason: string; message: string }

/** Whether a message is a question. */
export const isCompanionQuestion = (data: unknown): data is CompanionQuestion =>
  typeof data === 'object' &&
  data !== null &&
  'number' in data &&
  typeof data.number === 'number' &&
  'path' in data &&
  typeof data.path === 'string' &&
  data.path.startsWith('/') &&
  'body' in data &&
  typeof data.body === 'object'
