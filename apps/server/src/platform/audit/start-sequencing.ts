import type { Deps } from '#src/platform/deps.ts'
import { sequenceJournal } from './sequence-journal.ts'

type Sequencing = Pick<Deps, 'db' | 'config' | 'derivationKey' | 'log'>

/** Lines that come within that time are taken together. */
const togetherMs = 1000
/** Whatever a node that died has left is taken after that time. */
const catchUpMs = 60_000

/** Takes waiting lines onto the journal's chain: `soon` after each commit, and now and then in any case. */
export function startSequencing(deps: Sequencing): { soon: () => void; stop: () => Promise<void> } {
  let running: Promise<void> | null = null
  let next: NodeJS.Timeout | undefined
  let stopped = false
  const run = () => {
    next = undefined
    running = sequenceJournal(deps)
      .catch((error: unknown) => deps.log('变更账未能接续', error))
      .finally(() => {
        running = null
      })
  }
  const soon = () => {
    if (!stopped && !next) next = setTimeout(() => (running ? again() : run()), togetherMs).unref()
  }
  const again = () => {
    next = undefined
    soon()
  }
  const catchUp = setInterval(soon, catchUpMs).unref()
  return {
    soon,
    async stop() {
      stopped = true
      clearInterval(catchUp)
      clearTimeout(next)
      await running
      await sequenceJournal(deps).catch((error: unknown) => deps.log('变更账未能接续', error))
    },
  }
}
