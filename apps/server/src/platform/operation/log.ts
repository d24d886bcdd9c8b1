/** How much it matters: what happens, what may need a hand, what went wrong. */
export type LogLevel = 'info' | 'warn' | 'error'

/**
 * Says what an operator has to know. Of `detail` an error leaves its kind, code and place, anything else the fields
 * that `log-fields.ts` names. Without a level an error is an `error`, anything else a `warn`.
 */
export type Log = (line: string, detail?: unknown, level?: LogLevel) => void
