import type { Deps } from '#src/platform/deps.ts'

/** Does something again and again, with a pause between, until it is stopped; what it throws is logged. */
export function keepDoing(
  { log }: Pick<Deps, 'log'>,
  pauseMs: number,
  act: () => Promise<void>,
): { stop: () => Promise<void> } {
  let stopped = false
  let next: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = act()
      .catch((error: unknown) => log('the events could not be sent', error))
      .then(() => {
        if (!stopped) next = setTimeout(run, pauseMs).unref()
      })
  }
  run()
  return {
    async stop() {
      stopped = true
      clearTimeout(next)
      await running
    },
  }
}
