import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** What Chromium records of a stretch of work; `tdur` is its processor time in µs, which a busy machine does not add to. */
const Work = z.object({ name: z.string(), pid: z.number(), tid: z.number(), tdur: z.number().default(0) })
type Work = z.infer<typeof Work>

/** How many times a phone's processor is as slow as this machine's (Lighthouse's mobile). */
const slowdown = 4
/** A task of the main thread up to so many ms keeps nobody waiting. */
const unnoticedMs = 50
/** ms in which what a page does after it can be used is over. */
const restMs = 1500

/**
 * How many ms tasks of the main thread block a phone beyond 50 ms each while a page opens with an empty cache: the sum,
 * by processor time.
 */
export async function blockingOf(page: Page, path: string, usable: () => Promise<void>): Promise<number> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  const seen: Work[] = []
  session.on('Tracing.dataCollected', ({ value }) => seen.push(...z.array(Work).parse(value)))
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  await page.goto(path)
  await usable()
  await pause(restMs)
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threads = Map.groupBy(seen, ({ pid, tid }) => `${pid} ${tid}`)
  // The page's main thread is the one that runs its scripts.
  const calls = (events: readonly Work[]) => events.filter(({ name }) => name === 'FunctionCall').length
  const [main = []] = [...threads.values()].toSorted((a, b) => calls(b) - calls(a))
  const lengths = main.filter(({ name }) => name === 'RunTask').map(({ tdur }) => (tdur / 1000) * slowdown)
  if (lengths.length === 0) throw new Error('Chromium recorded no task of the main thread')
  return Math.round(lengths.reduce((sum, ms) => sum + Math.max(0, ms - unnoticedMs), 0))
}
