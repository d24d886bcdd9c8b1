import type { Threads } from '#src/open-server.ts'
import { probeConfinement } from '#src/platform/converter/probe-confinement.ts'
import { openFreezeThread } from '#src/platform/freeze-pool.ts'
import { openWorkshopThreads } from '#src/platform/workshop.ts'

const untilTheEnd = { close: async () => {} }

/**
 * For all servers that a process opens, one after the other or at once: a thread costs more to start than most tests
 * have for it to do, and a program that a process of many megabytes starts costs a tenth of a second. They end with the
 * process.
 */
export const sharedThreads: Threads = {
  workshop: { ...openWorkshopThreads(), ...untilTheEnd },
  freezing: { ...openFreezeThread(), ...untilTheEnd },
  confined: probeConfinement([]),
}
