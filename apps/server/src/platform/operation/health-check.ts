import type { Deps } from '#src/platform/deps.ts'
import type { HealthFault, Readiness } from './node.ts'

/**
 * One thing that must be well. `look` answers null, or in a word why it is not; anybody may read the word, so it names
 * no place and no person. What `blocks` takes this node from service; anything else is told and changes nothing, since
 * another node would not do better.
 */
export type HealthCheck = {
  name: string
  blocks: boolean
  /** How long an answer holds, ms. */
  holdsMs: number
  look: () => Promise<string | null>
}

const limitMs = 5000

/** A check that throws or takes more than five seconds has failed. What begins and ends to be wrong is logged. */
export function openReadiness(checks: readonly HealthCheck[], { now, log }: Pick<Deps, 'now' | 'log'>): Readiness {
  const looks = checks.map((check) => lookedAt(check, { now, log }))
  return async () => (await Promise.all(looks.map((look) => look()))).filter((fault) => fault !== null)
}

function lookedAt(check: HealthCheck, { now, log }: Pick<Deps, 'now' | 'log'>): () => Promise<HealthFault | null> {
  const { name, blocks, holdsMs } = check
  let known: { at: number; answer: Promise<HealthFault | null> } | null = null
  let told: string | null = null

  async function look(): Promise<HealthFault | null> {
    const reason = await inTime(check.look()).catch(() => 'failed')
    if (reason !== told) log(reason === null ? 'is well again' : 'is not well', { check: name, reason })
    told = reason
    return reason === null ? null : { check: name, reason, blocks }
  }
  return () => {
    // A clock that was set back makes no answer hold longer.
    if (known === null || Math.abs(now() - known.at) >= holdsMs) known = { at: now(), answer: look() }
    return known.answer
  }
}

function inTime(looking: Promise<string | null>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('silent'), limitMs)
  return Promise.race([looking, promise]).finally(() => clearTimeout(timer))
}
