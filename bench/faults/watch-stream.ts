import { setTimeout as pause } from 'node:timers/promises'
import { table } from '@moqi/api/table'
import { openSse, type Sse } from '../../apps/server/src/testing/sse.ts'
import type { Client } from '../../scripts/demo/api-client.ts'

/** A page's stream of events, opened again whenever it ends, as a browser does. */
export type WatchedStream = {
  /** How often it was opened again, and the longest time without one (ms). */
  resumed: () => number
  longestGapMs: () => number
  /** Contracts of whose end it knows: by an event, or by the list, which is read when a stream begins. */
  heard: () => Set<string>
  close: () => void
}

const retryMs = 100

/** Watches the stream of whom `client` speaks for, at `baseUrl`. */
export function watchStream(
  baseUrl: string,
  client: Client,
  asking: { token: string; tenantId: string },
): WatchedStream {
  const heard = new Set<string>()
  let [opened, longestGapMs] = [0, 0]
  let current: Sse | null = null
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted

  async function watch(): Promise<void> {
    let endedAt = performance.now()
    while (!isClosed()) {
      current = await openSse(new URL(table.eventStream.path, baseUrl).href, asking).catch(() => null)
      if (current?.status === 200) {
        opened += 1
        if (opened > 1) longestGapMs = Math.max(longestGapMs, Math.round(performance.now() - endedAt))
        for (const taskId of await readList(client)) heard.add(taskId)
        while (!isClosed() && !current.ended()) {
          hear(current)
          await pause(retryMs)
        }
        endedAt = performance.now()
      }
      await pause(retryMs)
    }
    current?.close()
  }
  function hear({ events }: Sse): void {
    for (const { event, data } of events()) {
      const isEnd = event === 'contract' && data instanceof Object && 'status' in data && data.status === 'finish'
      if (isEnd && 'taskId' in data) heard.add(String(data.taskId))
    }
  }
  void watch()
  return {
    resumed: () => Math.max(0, opened - 1),
    longestGapMs: () => longestGapMs,
    heard: () => heard,
    close() {
      closing.abort()
      current?.close()
    },
  }
}

/** Those that have ended, of the newest. */
const readList = (client: Client): Promise<string[]> =>
  client.call('listTasks', { status: 'finish', pageSize: 50 }).then(
    ({ taskInfoArray }) => taskInfoArray.map(({ taskId }) => taskId),
    () => [],
  )
