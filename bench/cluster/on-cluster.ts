import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerProcess } from '../server-process.ts'
import { type Cluster, openCluster } from './open-cluster.ts'

/**
 * Lets `use` have a cluster of its own, and the platform that its nodes are as one server; both are gone afterwards.
 * MOQI_CLUSTER_PORT names the first of its ports, MOQI_CLUSTER_S3=player the tests' own S3 in place of Ceph's.
 */
export async function onCluster<T>(use: (cluster: Cluster, platform: ServerProcess) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-cluster-'))
  chmodSync(folder, 0o755)
  const port = Number(process.env.MOQI_CLUSTER_PORT ?? 17_400)
  const isPlayed = process.env.MOQI_CLUSTER_S3 === 'player'
  try {
    const cluster = await openCluster({ folder, port, isPlayed, say: (line) => console.error(line) })
    try {
      return await use(cluster, platformOf(cluster))
    } finally {
      await cluster.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Its address is nginx's; one that ended by itself is started again. */
function platformOf({ http, nodes }: Cluster): ServerProcess {
  const [first] = nodes
  if (!first) throw new Error('no node')
  return {
    ...first,
    baseUrl: http,
    lastWords: () => nodes.map((node) => node.lastWords()).join('\n'),
    startAgain: async () => (await Promise.all(nodes.map((node) => node.startAgain()))).includes(true),
  }
}
