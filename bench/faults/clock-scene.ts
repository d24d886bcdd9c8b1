import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { scene } from '@moqi/trust/testing/authority-scene'
import { authorityElsewhere, timestampReply } from '../../apps/server/src/testing/authority-elsewhere.ts'
import { onServer } from '../server-process.ts'
import type { FaultScene, Strike } from '../survive.ts'
import { readiness } from './readiness.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** How far the clock is off, from when on while eight people sign; `next`: where it steps in their midst. */
type Step = { name: string; offMs: number; next?: number }

const steps: Step[] = [
  { name: '10 s ahead', offMs: 10_000 },
  { name: '2 min behind', offMs: -2 * minuteMs },
  { name: '10 min ahead', offMs: 10 * minuteMs },
  { name: '10 min behind', offMs: -10 * minuteMs },
  { name: 'stepping back an hour', offMs: 0, next: -60 * minuteMs },
  { name: 'a day behind', offMs: -dayMs },
  { name: 'a day ahead', offMs: dayMs },
]
/** A moved clock is seen everywhere within that time. */
const seenMs = 50
const toldMs = 12_000

/**
 * The server's clock alone is wrong, by an import that moves `Date` in its process; the database's and the
 * time-stamping authority's are right. Then it is right again.
 */
export const clockScene: FaultScene = {
  fault: 'clock',
  async on(use) {
    const folder = mkdtempSync(join(tmpdir(), 'moqi-clock-'))
    const file = join(folder, 'offset')
    const set = (offMs: number) => writeFileSync(file, String(offMs))
    set(0)
    const authority = await authorityElsewhere(() => scene(() => new Date()), timestampReply)
    const settings = {
      MOQI_TSA_URL: `${authority.at}/tsa`,
      MOQI_TRUSTED_ROOTS: authority.roots,
      MOQI_FAULT_CLOCK: file,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.ts')}`,
    }
    try {
      return await onServer((server) => use(server, (strike) => wrong(strike, set)), settings)
    } finally {
      authority.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function wrong(strike: Strike, set: (offMs: number) => void): Promise<void> {
  const step = steps[strike.index % steps.length]
  if (!step) return
  set(step.offMs)
  await pause(seenMs)
  if (step.next === undefined) await strike.sign()
  else {
    await strike.amidst()
    set(step.next)
    await strike.sign()
  }
  const told = await toldOfClock(strike.server.baseUrl)
  strike.note(`${step.name}: readyz tells ${told}`)
  set(0)
  await pause(seenMs)
  strike.over()
}

/** What readiness says of the clock, within the time for which it may have said something else. */
async function toldOfClock(baseUrl: string): Promise<string> {
  for (const until = performance.now() + toldMs; performance.now() < until; await pause(500)) {
    const reason = (await readiness(baseUrl)).get('clock')
    if (reason) return reason
  }
  return 'nothing'
}
