import { createConnection, createServer, type Socket } from 'node:net'

/** A port that carries bytes to a unix socket, or to another port of this machine. */
export type BreakableWire = {
  port: number
  /** From now on no connection that is open carries a byte any more, nor is closed; new ones work. */
  silence: () => void
  /** Ends every connection that is open; answers how many. */
  cut: () => number
  close: () => void
}

/** Opens one to the socket, or the port, that `target` names at each connection. */
export async function openWire(target: () => string | number): Promise<BreakableWire> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const to = target()
    const far = typeof to === 'string' ? createConnection(to) : createConnection(to, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    const cut = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', cut).on('close', cut)
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        // What is still sent is swallowed.
        for (const socket of [near, far]) socket.removeAllListeners('close').on('data', () => {})
      }
    },
    cut() {
      const open = [...pairs]
      for (const pair of open) for (const socket of pair) socket.destroy()
      return open.length
    },
    close() {
      server.close()
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
  }
}
