import { routeOf } from '../../client/known-routes.ts'
import { settleCall } from '../../client/settle-call.ts'
import { addressOf, sessionHeaders } from '../../client/request.ts'
import { isSignedIn } from '../../client/session.ts'
import { readEnvelope } from '../../client/call-ending.ts'
import { backOff } from './back-off.ts'
import { eventReader, type ServerEvent } from './server-events.ts'

/** The server shows life every 20 s; what is silent for longer is dead, ms. */
const silence = 50_000
/** A stream that lasted this long, ms, was well: the next one is tried for without delay. */
const well = 30_000

/**
 * Reads the events of a space until `stop`, again whenever they end, less and less often while they cannot be had.
 * `hear` gets `open` each time they begin: what happened before went unheard. Gives up when the session has expired.
 */
export async function followStream(tenantId: string, hear: (event: ServerEvent) => void, stop: AbortSignal) {
  for (let tries = 0; !stop.aborted && isSignedIn();) {
    const began = Date.now()
    if ((await readOnce(tenantId, hear, stop)) === 'expired') return
    tries = Date.now() - began > well ? 0 : tries + 1
    await rest(backOff(Math.max(0, tries - 1), Math.random()), stop)
  }
}

async function readOnce(tenantId: string, hear: (event: ServerEvent) => void, stop: AbortSignal) {
  const limit = new AbortController()
  const end = () => limit.abort()
  stop.addEventListener('abort', end)
  let timer = setTimeout(end, silence)
  try {
    const { method, path } = routeOf('eventStream')
    const headers = { ...sessionHeaders(), 'X-Tenant-Id': tenantId }
    const response = await fetch(addressOf(path), { method, headers, signal: limit.signal })
    if (!response.ok || !response.body) return refused(response.status, await response.text())
    hear({ event: 'open', data: null })
    const read = eventReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(end, silence)
      read(piece.value).forEach(hear)
    }
    return 'ended'
  } catch {
    return 'ended'
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

/** Only the end of the session concerns the person (checklist X1); everything else is tried again. */
function refused(status: number, text: string): 'expired' | 'ended' {
  const envelope = readEnvelope(text)
  if (envelope?.code !== -10) return 'ended'
  try {
    settleCall({ status, envelope }, 200, true)
  } catch {
    // It has shown the dialog.
  }
  return 'expired'
}

/** Waits, but not beyond the return of the network or the end. */
function rest(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    stop.addEventListener('abort', done)
    if (stop.aborted) done()
  })
}
