import type { Deps } from '#src/platform/deps.ts'
import { replacementTime } from './stored-keys.ts'

const hourMs = 3_600_000

/**
 * Something made of certified keys, opened anew as soon as one of its `certificates` (DER) is due to be replaced: a server
 * may run longer than they hold. One that stays due is opened at most every hour. The first call opens it; throws what
 * `open` throws.
 */
export function renewed<Made extends { certificates: Buffer[] }>(
  { now }: Pick<Deps, 'now'>,
  open: () => Promise<Made>,
): () => Promise<Made> {
  let current: { made: Promise<Made>; until: number } | undefined
  const reopen = () => {
    const made = open()
    const entry = { made, until: Number.POSITIVE_INFINITY }
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
  return () => (current && now() < current.until ? current.made : reopen())
}
