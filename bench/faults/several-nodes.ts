import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWire } from '../../apps/server/src/testing/breakable-wire.ts'
import { type ServerProcess, serverProcess } from '../server-process.ts'

/** Some nodes of one platform, and a proxy before them that goes to each in turn, as far as it runs. */
export type SeveralNodes = {
  /** The platform as one server: its address is the proxy's. */
  platform: ServerProcess
  nodes: readonly ServerProcess[]
  /** Ends every connection through the proxy; answers how many. */
  cut: () => number
}

/** Lets `use` have `count` nodes with these settings, each with a directory of its own; all are gone afterwards. */
export async function onSeveralNodes<T>(
  count: number,
  settings: NodeJS.ProcessEnv,
  use: (nodes: SeveralNodes) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-nodes-'))
  chmodSync(folder, 0o755)
  const nodes = await Promise.all(
    Array.from({ length: count }, (_, index) => serverProcess(join(folder, `node-${index}`), settings)),
  )
  const [first] = nodes
  if (!first) throw new Error('no node')
  let turn = 0
  const wire = await openWire(() => portOf(nextOf(nodes, turn++)))
  try {
    await Promise.all(nodes.map(({ start }) => start()))
    const platform: ServerProcess = {
      ...first,
      baseUrl: `http://127.0.0.1:${wire.port}`,
      lastWords: () => nodes.map((node) => node.lastWords()).join('\n'),
      startAgain: async () => (await Promise.all(nodes.map((node) => node.startAgain()))).includes(true),
    }
    return await use({ platform, nodes, cut: wire.cut })
  } finally {
    wire.close()
    await Promise.all(nodes.map((node) => node.end('SIGTERM')))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The next that runs; any if none does. */
function nextOf(nodes: readonly ServerProcess[], turn: number): ServerProcess | undefined {
  const running = nodes.filter((node) => node.pid() !== null)
  const among = running.length > 0 ? running : nodes
  return among[turn % among.length]
}

const portOf = (node: ServerProcess | undefined) => Number(new URL(node?.baseUrl ?? 'http://127.0.0.1:1').port)
