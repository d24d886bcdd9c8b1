import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How a player's next answers are untrue, until it is told otherwise; `said` is put over what it says. */
export type CashierLies = {
  /** What comes of a request before it is looked at. */
  how: 'hang' | 'reset' | 'garbage' | 'busy' | null
  unsigned: boolean
  by: 'stranger' | null
  said: Record<string, unknown>
}

/** Starts a server on loopback that answers whole requests, or as its lies say. */
export async function playHttp(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<{ url: string; lies: CashierLies; close: () => Promise<void> }> {
  const lies: CashierLies = { how: null, unsigned: false, by: null, said: {} }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    if (lies.how === 'hang') return
    if (lies.how === 'reset') return void request.socket.destroy()
    if (lies.how === 'garbage') return void response.writeHead(200).end('<html>{"code":')
    if (lies.how === 'busy') return void response.writeHead(503).end('{"code":"SYSTEM_ERROR","message":"系统繁忙"}')
    answer(request, response, Buffer.concat(parts).toString())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    lies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Makes a player honest again. */
export const honest = (lies: CashierLies): void =>
  void Object.assign(lies, { how: null, unsigned: false, by: null, said: {} } satisfies CashierLies)
