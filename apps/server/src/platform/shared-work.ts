import { WorkerFailure } from '@moqi/pdf/workers/bounded-workers'

/** Does what is named, once for all who ask for it meanwhile. Throws WorkerFailure `dropped` for whoever leaves. */
type SharedWork<T> = (
  name: string,
  signal: AbortSignal | undefined,
  begin: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** Joins those who wait for the same work, whose signal is told when the last of them has left. */
export function sharedWork<T>(): SharedWork<T> {
  const underWay = new Map<string, { result: Promise<T>; waiting: number; gone: AbortController }>()

  return (name, signal, begin) => {
    if (signal?.aborted) return Promise.reject(new WorkerFailure('dropped'))
    let work = underWay.get(name)
    if (!work) {
      const gone = new AbortController()
      const started = { result: begin(gone.signal), waiting: 0, gone }
      const end = () => {
        if (underWay.get(name) === started) underWay.delete(name)
      }
      started.result.then(end, end)
      underWay.set(name, started)
      work = started
    }
    const { result, gone } = work
    const joined = work
    joined.waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new WorkerFailure('dropped'))
        joined.waiting -= 1
        if (joined.waiting > 0) return
        if (underWay.get(name) === joined) underWay.delete(name)
        gone.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
      result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }
}
