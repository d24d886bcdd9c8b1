import { CallRefusal } from '../../client/call-error.ts'

/** ms a try may take before another is better, and the pauses between tries: 1 s, 2 s, 4 s, then 8 s. */
const patience = 20_000
const pauseAfter = (tries: number) => Math.min(8000, 500 * 2 ** tries)

/**
 * Asks until the server answers, yes or no: on a poor line again after a pause, at once when the network is back.
 * `onTry` hears which try begins, from 1. Throws the server's refusal, and AbortError when `over` is.
 */
export async function tryAgain<T>(
  once: (signal: AbortSignal) => Promise<T>,
  over: AbortSignal,
  onTry: (tries: number) => void,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    over.throwIfAborted()
    onTry(tries)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), patience)
    const giveUp = () => limit.abort()
    over.addEventListener('abort', giveUp)
    try {
      return await once(limit.signal)
    } catch (error) {
      if (error instanceof CallRefusal) throw error
      over.throwIfAborted()
    } finally {
      clearTimeout(timer)
      over.removeEventListener('abort', giveUp)
    }
    await pause(pauseAfter(tries), over)
  }
}

/** Ends early when the network is back, or nobody waits any more. */
function pause(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      over.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    over.addEventListener('abort', end)
  })
}
