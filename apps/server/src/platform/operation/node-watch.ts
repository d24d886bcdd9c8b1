import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { NodeReading } from '@moqi/api/operator-health'
import { hourMs } from '@moqi/domain/time/civil-date'
import { openReadiness } from './health-check.ts'
import { healthChecks, type Looked } from './health-checks.ts'
import type { HealthFault, NodeWatch } from './node.ts'
import { nodeReadings } from './node-readings.ts'

const sayEveryMs = 15_000
/** A node that has ended, or was never heard of again, is forgotten after so long (ms). */
const forgottenMs = 24 * hourMs
/** How finely the event loop is watched, ms. */
const grainMs = 20

/** Watches this node until it is closed; a database that is away hears of it with the next turn. */
export function openNodeWatch(deps: Looked): NodeWatch {
  const { config, db, now, newId } = deps
  const nodeId = newId()
  // Several may run on one machine.
  const name = `${hostname()}:${config.port}`
  const startedAt = now()
  const loop = monitorEventLoopDelay({ resolution: grainMs })
  loop.enable()
  const readiness = openReadiness(healthChecks(deps), deps)
  let saying: Promise<unknown> = Promise.resolve()

  async function say(): Promise<HealthFault[]> {
    const faults = await readiness()
    const readings = await nodeReadings(deps, faults, delayOf(loop))
    await keep(readings)
    return faults
  }

  async function keep(readings: readonly NodeReading[]): Promise<void> {
    const at = now()
    const said = { seen_at: at, readings: JSON.stringify(readings) }
    await db.directoryWrite(async (tx) => {
      await tx
        .insertInto('node_state')
        .values({ node_id: nodeId, name, started_at: startedAt, ...said })
        .onConflict((conflict) => conflict.column('node_id').doUpdateSet(said))
        .execute()
      await tx
        .deleteFrom('node_state')
        .where('seen_at', '<', at - forgottenMs)
        .execute()
    })
  }

  const timer = setInterval(() => {
    saying = say().catch(() => {})
  }, sayEveryMs)
  timer.unref()
  return {
    nodeId,
    readiness,
    say,
    async close() {
      clearInterval(timer)
      loop.disable()
      await saying
      await db
        .directoryWrite((tx) => tx.deleteFrom('node_state').where('node_id', '=', nodeId).execute())
        .catch(() => {})
    },
  }
}

/** How late the event loop was, ms, in 99 of 100 moments since it was asked last. */
function delayOf(loop: ReturnType<typeof monitorEventLoopDelay>): number | null {
  if (loop.count === 0) return null
  const ms = Math.max(0, loop.percentile(99) / 1e6 - grainMs)
  loop.reset()
  return ms
}
