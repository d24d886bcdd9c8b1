import { setTimeout as pause } from 'node:timers/promises'
import { playS3, s3Bucket, s3Key } from '../../apps/server/src/testing/s3-player.ts'
import { onCluster } from '../cluster/on-cluster.ts'
import { onDatabase } from '../outside-database.ts'
import type { FaultScene, Strike } from '../survive.ts'
import { onSeveralNodes, type SeveralNodes } from './several-nodes.ts'
import { type WatchedStream, watchStream } from './watch-stream.ts'

const heardMs = 10_000

/**
 * Nodes on one PostgreSQL and one object store, behind a proxy. While eight people sign, in turns, a node is
 * killed, every connection through the proxy is cut, or a node is asked to stop; the others serve on, it is started
 * again, and a page's stream of events comes back by itself.
 */
export const nodesScene = (count: number): FaultScene => ({
  fault: 'nodes',
  on: (use) =>
    onDatabase(async (database) => {
      const store = await playS3({ addressing: 'path', once: 'if-none-match' })
      const settings = {
        DATABASE_URL: database.url,
        MOQI_KEK: '42'.repeat(32),
        MOQI_BLOBS: `s3://${s3Bucket}/moqi`,
        MOQI_S3_ENDPOINT: store.endpoint,
        MOQI_S3_KEY_ID: s3Key.id,
        MOQI_S3_KEY_SECRET: s3Key.secret,
        MOQI_S3_ADDRESSING: 'path',
      }
      try {
        return await onSeveralNodes(count, settings, (nodes) => use(nodes.platform, (strike) => struck(strike, nodes)))
      } finally {
        await store.close()
      }
    }),
})

/**
 * The same on a cluster: behind nginx, with a replicated PostgreSQL and Ceph. There it is nginx whose connections end,
 * as it is started again.
 */
export const clusterNodesScene: FaultScene = {
  fault: 'cluster-nodes',
  on: (use) =>
    onCluster(({ nodes, front }, platform) =>
      use(platform, (strike) => struck(strike, { nodes, cut: () => (front.signal('SIGKILL'), 1) })),
    ),
}

async function struck(strike: Strike, { nodes, cut }: Pick<SeveralNodes, 'nodes' | 'cut'>): Promise<void> {
  const { index, server, series, contract, amidst, over, note, afterwards } = strike
  const stream = watchStream(server.baseUrl, series.initiator, series.launcher)
  const node = nodes[index % nodes.length]
  const way = index % 3
  await amidst()
  if (way === 1) note('connections cut', cut())
  else await node?.end(way === 0 ? 'SIGKILL' : 'SIGTERM')
  over()
  afterwards(async () => {
    if (way !== 1) await node?.start()
    await heard(stream, contract.taskId).finally(stream.close)
    note('streams resumed', stream.resumed())
    note('longest time without a stream, ms', Math.max(0, stream.longestGapMs() - noted.longestGapMs))
    noted.longestGapMs = Math.max(noted.longestGapMs, stream.longestGapMs())
  })
}

/** What the scene notes is added up: of the longest only what it is longer. */
const noted = { longestGapMs: 0 }

/** Waits until the page has heard of the contract's end. */
async function heard(stream: WatchedStream, taskId: string): Promise<void> {
  for (const until = performance.now() + heardMs; !stream.heard().has(taskId); await pause(50)) {
    if (performance.now() > until) throw new Error('the page heard nothing of its contract')
  }
}
