import { dayMs } from '@moqi/domain/time/civil-date'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { Deps } from '#src/platform/deps.ts'
import { jobFigures } from '#src/platform/jobs/job-figures.ts'
import type { Readiness } from './node.ts'

type Watched = Pick<Deps, 'db' | 'now' | 'metrics'>
type Reading = { labels: Record<string, string>; value: number }

/**
 * Adds to the counters what is looked at when somebody reads them: the process (CPU, memory, event loop), connections,
 * jobs, messages, health. What cannot be asked for is left out of that reading.
 */
export function watchDeps(deps: Watched, readiness: Readiness): void {
  const { registry } = deps.metrics
  collectDefaultMetrics({ register: registry, prefix: 'moqi_' })

  const watch = (name: string, help: string, read: () => Reading[] | Promise<Reading[]>, labelNames: string[]) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          this.reset()
          for (const { labels, value } of await Promise.resolve(read()).catch(() => [])) this.set(labels, value)
        },
      }),
    )

  const pools = (value: 'used' | 'waiting' | 'most') => () =>
    deps.db.load().map((load) => ({ labels: { pool: load.pool }, value: load[value] }))
  watch('moqi_database_connections_used', 'Connections in use', pools('used'), ['pool'])
  watch('moqi_database_connections_waiting', 'Work that waits for a connection', pools('waiting'), ['pool'])
  watch('moqi_database_connections_most', 'Connections there may be', pools('most'), ['pool'])

  const states = async () =>
    (await jobFigures(deps)).flatMap(({ job, waiting, running, lost }) =>
      Object.entries({ waiting, running, lost }).map(([state, value]) => ({ labels: { job, state }, value })),
    )
  const ages = async () => (await jobFigures(deps)).map(({ job, oldestS: value }) => ({ labels: { job }, value }))
  watch('moqi_jobs', 'Jobs that are due (waiting), under way (running) or given up (lost)', states, ['job', 'state'])
  watch('moqi_jobs_oldest_seconds', 'How long the first due job of a kind waits', ages, ['job'])
  watch('moqi_messages', 'SMS and mails of the last day by state', () => messages(deps), ['channel', 'state'])
  const faults = async () => (await readiness()).map(({ check, reason }) => ({ labels: { check, reason }, value: 1 }))
  watch('moqi_unhealthy', 'What /readyz finds wrong', faults, ['check', 'reason'])
}

async function messages({ db, now }: Watched): Promise<Reading[]> {
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('created_at', '>', now() - dayMs)
      .groupBy(['channel', 'state'])
      .select(({ fn }) => ['channel', 'state', fn.countAll<number>().as('number')])
      .execute(),
  )
  return rows.map(({ channel, state, number }) => ({ labels: { channel, state }, value: Number(number) }))
}
