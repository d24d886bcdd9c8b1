import { onDatabase, type OutsideDatabase } from './outside-database.ts'
import { authorityScenes } from './faults/authority-scenes.ts'
import { clockScene } from './faults/clock-scene.ts'
import { copyScene } from './faults/copy-scene.ts'
import { diskScene } from './faults/disk-scene.ts'
import { failoverScene } from './faults/failover-scene.ts'
import { flipScene } from './faults/flip-scene.ts'
import { killBackend } from './faults/kill-backend.ts'
import { clusterNodesScene, nodesScene } from './faults/nodes-scene.ts'
import { sweepScene } from './faults/sweep-scene.ts'
import { onServer } from './server-process.ts'
import type { FaultScene } from './survive.ts'
import { fillQuota } from './template-batch.ts'

/** The server's process ends by a signal, and is started again as a supervisor would. */
const ended = (fault: string, signal: NodeJS.Signals): FaultScene => ({
  fault,
  on: (use) =>
    onServer(async (server) => {
      await fillQuota(server)
      return use(server, async ({ amidst, over }) => {
        await amidst()
        await server.end(signal)
        over()
        await server.start()
      })
    }),
})

/** The server has a database of its own address, and something happens to that. */
const outside = (fault: string, strike: (database: OutsideDatabase) => void | Promise<void>): FaultScene => ({
  fault,
  on: (use) =>
    onDatabase((database) => {
      const settings = { DATABASE_URL: database.url, MOQI_KEK: '42'.repeat(32) }
      return onServer(
        (server) =>
          use(server, async ({ amidst }) => {
            await amidst()
            await strike(database)
          }),
        settings,
      )
    }),
})

/** Every fault that strikes while people sign, by its name on the command line. */
export const faultScenes = {
  kill: ended('kill', 'SIGKILL'),
  term: ended('term', 'SIGTERM'),
  backend: {
    fault: 'backend',
    on: (use) =>
      onServer((server) =>
        use(server, async ({ amidst }) => {
          await amidst()
          await killBackend(server)
        }),
      ),
  },
  pg: outside('pg', ({ kill }) => kill()),
  silent: outside('silent', ({ silence }) => silence()),
  ...authorityScenes,
  clock: clockScene,
  copy: copyScene,
  disk: diskScene,
  failover: failoverScene,
  flip: flipScene,
  nodes: nodesScene(3),
  'cluster-nodes': clusterNodesScene,
  sweep: sweepScene(),
} as const satisfies Record<string, FaultScene>
