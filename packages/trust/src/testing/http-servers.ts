import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach } from 'vitest'

/**
 * HTTP servers on 127.0.0.1 that end their connections after each test. `listening` answers the address, without a
 * slash at the end; on any free port unless one is given.
 */
export function serversForTests(): {
  listening: (answer: RequestListener, port?: number) => Promise<string>
  servers: Server[]
} {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections()
  })
  function listening(answer: RequestListener, port = 0): Promise<string> {
    const server = createServer(answer)
    servers.push(server)
    return new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
      })
    })
  }
  return { listening, servers }
}
