import { type HealthNode, NodeReading, type operatorHealth } from '@moqi/api/operator-health'
import { flagOf } from '@moqi/api/wire/flag'
import { healthLimits } from '@moqi/domain/operators/health-items'
import { z } from 'zod'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { platformReadings } from '#src/platform/operation/platform-readings.ts'

const Readings = z.array(NodeReading)

/** How everything is now: what all nodes share, and each node as it last said; the own one says it anew. */
export const systemHealth: Handler<typeof operatorHealth.systemHealth> = async (deps) => {
  const faults = await deps.node.say()
  const readingArray = await platformReadings(deps, faults)
  return { readTime: deps.now(), readingArray, nodeArray: await nodesOf(deps) }
}

/** The own node first, then those that started last. What another version says in another shape is left out. */
async function nodesOf({ db, now, node }: Pick<Deps, 'db' | 'now' | 'node'>): Promise<HealthNode[]> {
  const rows = await db.directory((directory) =>
    directory.selectFrom('node_state').orderBy('started_at', 'desc').orderBy('node_id').selectAll().execute(),
  )
  const nodes = rows.map((row): HealthNode => {
    const readings = Readings.safeParse(row.readings)
    return {
      nodeId: row.node_id,
      nodeName: row.name,
      isOwn: flagOf(row.node_id === node.nodeId),
      isSilent: flagOf(now() - row.seen_at > healthLimits.silentMs),
      startTime: row.started_at,
      seenTime: row.seen_at,
      readingArray: readings.success ? readings.data : [],
    }
  })
  return nodes.toSorted((a, b) => b.isOwn - a.isOwn)
}
