/** A value (never undefined) with what it was before and, after undoing, what it was later. */
export type History<T> = { past: readonly T[]; present: T; future: readonly T[] }

// A person undoes a handful of moves; older ones are forgotten.
const depth = 100

/** A history that has only a present. */
export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** Takes a new present; what was undone before is gone. */
export function recorded<T>(history: History<T>, present: T): History<T> {
  if (Object.is(history.present, present)) return history
  return { past: [...history.past, history.present].slice(-depth), present, future: [] }
}

/** One step back; the same history when there is none. */
export function undone<T>(history: History<T>): History<T> {
  const [before] = history.past.slice(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] }
}

/** One step forward again; the same history when there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future
  if (after === undefined) return history
  return { past: [...history.past, history.present], present: after, future }
}
