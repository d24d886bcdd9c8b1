import { secretOpener } from '#src/cores/integration/secrets.ts'
import { claimLanes, sendEvents } from '#src/cores/webhook/send-events.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepDoing } from '#src/platform/jobs/keep-doing.ts'

const pauseMs = 500

/** Sends events as they come due, each integration's apart from the others', so that one that hangs delays none. */
export function startSending(deps: Deps): { stop: () => Promise<void> } {
  const open = secretOpener(deps)
  const going = new Map<string, Promise<void>>()
  const loop = keepDoing(deps, pauseMs, async () => {
    for (const lanes of await claimLanes(deps, [...going.keys()])) {
      const { integrationId } = lanes
      const sending = sendEvents(deps, open, lanes)
        .catch((error: unknown) => deps.log('the events could not be sent', error))
        .finally(() => {
          going.delete(integrationId)
          // More of its lanes may be due.
          loop.soon()
        })
      going.set(integrationId, sending)
    }
  })
  return {
    async stop() {
      await loop.stop()
      await Promise.all(going.values())
    },
  }
}
