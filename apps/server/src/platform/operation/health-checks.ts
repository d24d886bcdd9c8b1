import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { clockFault } from '#src/platform/authority/clock-check.ts'
import { healthLimits as limits } from '@moqi/domain/operators/health-items'
import type { Deps } from '#src/platform/deps.ts'
import { jobFigures } from '#src/platform/jobs/job-figures.ts'
import type { HealthCheck } from './health-check.ts'

const second = 1000
const minute = 60 * second

/** What is looked at; whoever looks for the node is made of it. */
export type Looked = Omit<Deps, 'node'>

/** What `/readyz` looks at. */
export const healthChecks = (deps: Looked): HealthCheck[] => [
  { name: 'database', blocks: true, holdsMs: 2 * second, look: () => database(deps) },
  { name: 'store', blocks: true, holdsMs: 30 * second, look: () => store(deps) },
  { name: 'disk', blocks: true, holdsMs: 10 * second, look: () => disk(deps, limits.fullBytes, 'full') },
  { name: 'reserve', blocks: true, holdsMs: second, look: async () => (deps.reserve.isGivenUp() ? 'given-up' : null) },
  { name: 'disk-reserve', blocks: false, holdsMs: minute, look: () => disk(deps, limits.scarceBytes, 'scarce') },
  { name: 'damage', blocks: false, holdsMs: minute, look: () => damage(deps) },
  { name: 'jobs-late', blocks: false, holdsMs: 15 * second, look: () => lateJobs(deps) },
  { name: 'jobs-lost', blocks: false, holdsMs: 15 * second, look: () => lostJobs(deps) },
  { name: 'messages', blocks: false, holdsMs: 15 * second, look: () => lateMessages(deps) },
  { name: 'sms', blocks: false, holdsMs: 15 * second, look: () => gateway(deps, 'sms') },
  { name: 'mail', blocks: false, holdsMs: 15 * second, look: () => gateway(deps, 'mail') },
  { name: 'clock', blocks: false, holdsMs: 10 * second, look: async () => clockFault(deps.authority.clock()) },
  { name: 'converter', blocks: false, holdsMs: minute, look: () => converter(deps) },
]

async function database({ db }: Looked): Promise<string | null> {
  const askedAt = performance.now()
  try {
    await db.directory((directory) => sql`select 1`.execute(directory))
  } catch {
    return 'away'
  }
  return performance.now() - askedAt > limits.slowMs ? 'slow' : null
}

/** Writes what nobody has written, reads it back and removes it. */
async function store({ blobs, random }: Looked): Promise<string | null> {
  try {
    const name = await blobs.put(random(32))
    await blobs.get(name)
    await blobs.remove(name)
    return null
  } catch {
    return 'unwritable'
  }
}

async function disk({ config }: Looked, leastBytes: number, reason: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(config.dataDir)
  return bavail * bsize < leastBytes ? reason : null
}

/** What the scrub has found, until it finds it whole again. */
async function damage({ db }: Looked): Promise<string | null> {
  const found = await db.directory((directory) =>
    directory.selectFrom('damage').select('name').limit(1).executeTakeFirst(),
  )
  return found ? 'found' : null
}

const lateJobs = async (deps: Looked) =>
  (await jobFigures(deps)).some(({ oldestS }) => oldestS * second > limits.lateMs) ? 'late' : null

const lostJobs = async (deps: Looked) => ((await jobFigures(deps)).some(({ lost }) => lost > 0) ? 'given-up' : null)

/** What waits on purpose, for the morning, is queued for later, and its job is not due. */
async function lateMessages({ db, now }: Looked): Promise<string | null> {
  const found = await db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('state', '=', 'waiting')
      .where('tries', '>', 0)
      .where('created_at', '<', now() - limits.lateMs)
      .select('message_id')
      .limit(1)
      .execute(),
  )
  return found.length > 0 ? 'late' : null
}

/** A machine that converts nothing lacks nothing; one that could and must not, since nothing would confine it, does. */
async function converter({ converter: asked }: Looked): Promise<string | null> {
  const state = await asked.confinement()
  return state === null || state.usable ? null : 'refusing'
}

const lastSent = 5

/** Whether the last few that were handed over were all refused. */
async function gateway({ db, now }: Looked, channel: 'sms' | 'mail'): Promise<string | null> {
  const last = await db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('channel', '=', channel)
      .where('created_at', '>', now() - 15 * minute)
      .where('state', 'in', ['sent', 'delivered', 'failed'])
      .orderBy('created_at', 'desc')
      .limit(lastSent)
      .select('state')
      .execute(),
  )
  return last.length === lastSent && last.every(({ state }) => state === 'failed') ? 'refusing' : null
}
