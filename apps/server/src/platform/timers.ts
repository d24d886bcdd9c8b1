/** Waits so many milliseconds, unless `stop` is called: then nothing comes. Keeps no process alive. */
export function waiting(ms: number): { over: Promise<null>; stop: () => void } {
  const { promise: over, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms).unref()
  return { over, stop: () => clearTimeout(timer) }
}

/** Milliseconds since it was started, whatever becomes of the clock. */
export function stopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
