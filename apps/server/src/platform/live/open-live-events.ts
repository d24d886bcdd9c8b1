import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { channel, LiveEvent } from './live-event.ts'

/** Hears what nodes tell each other; `lost` is called when something may have gone unheard. */
export type Listener = { hear: (event: LiveEvent) => void; lost: () => void }

/** This node's ear. */
export type LiveEvents = {
  /** Answers how to stop listening. */
  listen: (listener: Listener) => () => void
  close: () => Promise<void>
}

const longestPauseMs = 10_000

/** Listens on a connection of its own, and again when that is lost. Throws when the first connection fails. */
export async function openLiveEvents(
  config: ClientConfig,
  log: (line: string, detail?: unknown) => void,
): Promise<LiveEvents> {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  let client = await connect()

  async function connect(): Promise<Client> {
    const made = new Client({ ...config, application_name: 'moqi live events', keepAlive: true })
    made.on('notification', ({ payload }) => spread(payload))
    // An error ends the connection, which is what is acted on.
    made.on('error', () => {})
    await made.connect()
    await made.query(`listen ${channel}`)
    made.once('end', () => void again())
    return made
  }

  function spread(payload: string | undefined): void {
    const event = eventOf(payload)
    if (event) for (const { hear } of listeners) hear(event)
    else log('an event that makes no sense was ignored')
  }

  async function again(): Promise<void> {
    for (const { lost } of listeners) lost()
    for (let waitMs = 100; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
      try {
        await pause(waitMs, undefined, { signal: closing.signal })
        client = await connect()
        // What listened meanwhile heard nothing.
        for (const { lost } of listeners) lost()
        if (closing.signal.aborted) await client.end()
        return
      } catch (error) {
        if (!closing.signal.aborted) log('the database cannot be listened to', error)
      }
    }
  }

  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      for (const { lost } of listeners) lost()
      await client.end()
    },
  }
}

function eventOf(payload: string | undefined): LiveEvent | null {
  try {
    return LiveEvent.safeParse(JSON.parse(payload ?? '')).data ?? null
  } catch {
    return null
  }
}
