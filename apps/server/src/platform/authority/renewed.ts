import type { Deps } from '#src/platform/deps.ts'
import { replacementTime } from './stored-keys.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Something made of certified keys, opened anew as soon as one of its `certificates` (DER) is due to be replaced: a
 * server may run longer than they hold. One that stays due is opened at most every hour; once the clock was set back,
 * at once, since its certificates may be of a day that has not come. The first call opens it; throws what `open`
 * throws.
 */
export function renewed<Made extends { certificates: Buffer[] }>(
  { now }: Pick<Deps, 'now'>,
  open: () => Promise<Made>,
): () => Promise<Made> {
  let current: { made: Promise<Made>; from: number; until: number } | undefined
  const reopen = () => {
    const made = open()
    const entry = { made, from: now() - dayMs, until: Number.POSITIVE_INFINITY }
    current = entry
    made.then(
      ({ certificates }) => {
        entry.until = Math.max(Math.min(...certificates.map(replacementTime)), now() + hourMs)
      },
      () => {
        if (current === entry) current = undefined
      },
    )
    return made
  }
  return () => {
    const at = now()
    return current && at >= current.from && at < current.until ? current.made : reopen()
  }
}
