import { z } from 'zod'

const Message = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
])

/** A session of WebDriver BiDi (W3C): commands by name, and what events were heard. */
export type BidiSession = {
  /** Throws with what the browser says when it refuses. */
  send: (method: string, params: Record<string, unknown>) => Promise<unknown>
  listen: (method: string, hear: (params: unknown) => void) => void
  close: () => void
}

type Waiting = { resolve: (result: unknown) => void; reject: (fault: Error) => void }

/** Connects to a browser that listens at `url`, and begins a session. */
export async function openBidi(url: string): Promise<BidiSession> {
  const socket = new WebSocket(`${url}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`no WebDriver BiDi at ${url}`)), { once: true })
  })
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, (params: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = Message.parse(JSON.parse(String(data)))
    if (message.type === 'event') return listeners.get(message.method)?.(message.params)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'success') asked?.resolve(message.result)
    else asked?.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has gone'))
  })
  let last = 0
  const send: BidiSession['send'] = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  await send('session.new', { capabilities: {} })
  return { send, listen: (method, hear) => listeners.set(method, hear), close: () => socket.close() }
}
