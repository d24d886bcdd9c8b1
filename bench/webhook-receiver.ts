import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** Somebody else's system, in a thread of its own: takes every event, and says where it listens. */
const server = createServer((asked, answer) => {
  asked.resume().on('end', () => answer.end())
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => parentPort?.postMessage(Object(server.address()).port))
