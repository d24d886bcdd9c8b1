import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Another server holds the data directory. */
export class DataInUse extends Error {
  override name = 'DataInUse'
}

/**
 * Claims a data directory for this process. The claim is a listening socket, so it ends with the process however it
 * dies. Throws `DataInUse` when another process has it.
 */
export async function lockData(dataDir: string): Promise<{ release: () => void }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const real = realpathSync(dataDir)
  const server = process.platform === 'linux' ? await listenAbstract(real) : await listenOnFile(join(real, 'lock.sock'))
  if (!server) throw new DataInUse(`数据目录 ${real} 正被另一个墨契进程使用，请先停止它，或用 MOQI_DATA 指定其他目录`)
  server.unref()
  return { release: () => server.close() }
}

/** Linux's abstract sockets vanish with their process: no stale file to judge. */
function listenAbstract(real: string): Promise<Server | null> {
  return listen(`\0moqi-${createHash('sha256').update(real).digest('hex').slice(0, 40)}`)
}

async function listenOnFile(path: string): Promise<Server | null> {
  const server = await listen(path)
  if (server || (await answers(path))) return server
  unlinkSync(path)
  return listen(path)
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(path, () => resolve(server))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
