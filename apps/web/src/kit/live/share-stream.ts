import { followStream } from './follow-stream.ts'
import type { ServerEvent } from './server-events.ts'

/** A tab out of sight for this long, ms, needs no events; it reads anew when it is looked at again. */
const hiddenLong = 5 * 60_000

/**
 * Hears the events of a space. Of all tabs that show the space one reads the stream and the others hear it from there;
 * where the browser cannot arrange that, each tab in sight reads its own. Answers how to stop.
 */
export function shareStream(tenantId: string, hear: (event: ServerEvent) => void): () => void {
  const over = new AbortController()
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`moqi-live ${tenantId}`) : null
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isEvent(data)) hear(data)
  })
  const tell = (event: ServerEvent) => {
    hear(event)
    channel?.postMessage(event)
  }
  const shared = channel !== null && 'locks' in navigator
  if (shared) {
    void anotherReads(lockOf(tenantId)).then((joined) => {
      if (joined && !over.signal.aborted) hear({ event: 'open', data: null })
    })
  }
  void keepReading(over.signal, shared ? hiddenLong : 0, async (stop) => {
    const read = () => followStream(tenantId, tell, stop)
    // Whoever holds the lock reads; it goes to the next tab when this one closes, goes or is out of sight for long.
    if (shared) await navigator.locks.request(lockOf(tenantId), { signal: stop }, read)
    else await read()
  })
  return () => {
    over.abort()
    channel?.close()
  }
}

const lockOf = (tenantId: string) => `moqi-live ${tenantId}`

/**
 * Whether another tab reads the stream. That one heard of its beginning; who joins has missed what came between the
 * first look at the page and this moment, and must read anew as well.
 */
async function anotherReads(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some((lock) => lock.name === name)
}

/** Runs `read` while the tab is looked at, and `graceMs` beyond. */
async function keepReading(over: AbortSignal, graceMs: number, read: (stop: AbortSignal) => Promise<void>) {
  while (!over.aborted) {
    await shown(over)
    const stop = new AbortController()
    const unwatch = whenPutAway(over, graceMs, () => stop.abort())
    const ended = await read(stop.signal).then(
      () => !stop.signal.aborted,
      () => false,
    )
    unwatch()
    // It ended by itself: there is no session any more.
    if (ended) return
  }
}

function shown(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !over.aborted) return
      document.removeEventListener('visibilitychange', look)
      over.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    over.addEventListener('abort', look)
    look()
  })
}

function whenPutAway(over: AbortSignal, graceMs: number, put: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(put, graceMs)
  }
  document.addEventListener('visibilitychange', look)
  over.addEventListener('abort', put)
  look()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    over.removeEventListener('abort', put)
  }
}

const isEvent = (value: unknown): value is ServerEvent =>
  typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string' && 'data' in value
