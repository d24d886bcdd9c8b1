import type { Deps } from '#src/platform/deps.ts'

/**
 * Does something again and again, with a pause between, until it is stopped; what it throws is logged. `soon` ends the
 * pause, or has none follow what is going on.
 */
export function keepDoing(
  { log }: Pick<Deps, 'log'>,
  pauseMs: number,
  act: () => Promise<void>,
): { soon: () => void; stop: () => Promise<void> } {
  let stopped = false
  let isWanted = false
  let next: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    next = undefined
    isWanted = false
    running = act()
      .catch((error: unknown) => log('the events could not be sent', error))
      .then(() => {
        if (!stopped) next = setTimeout(run, isWanted ? 0 : pauseMs).unref()
      })
  }
  run()
  return {
    soon() {
      isWanted = true
      if (!next || stopped) return
      clearTimeout(next)
      run()
    },
    async stop() {
      stopped = true
      clearTimeout(next)
      await running
    },
  }
}
