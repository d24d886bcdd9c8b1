import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, type OpenBrowser } from '../e2e/support/browser.ts'
import { signInByAccount } from '../e2e/support/sign-in.ts'
import { costOf } from '../e2e/support/wire-cost.ts'
import { initiator } from '../scripts/demo/cast.ts'
import { firstPaint } from './first-paint.ts'
import { ensureLighthouse, lighthouse, type LighthouseFindings } from './lighthouse-run.ts'
import { blockingOf } from './main-thread.ts'
import { median } from './round-figures.ts'
import { onServer } from './server-process.ts'
import { openSession } from './session-browser.ts'
import { type WebPage, webPages } from './web-pages.ts'

const built = join(import.meta.dirname, '../apps/web/dist/home/index.html')
const rounds = Number(process.env.MOQI_BENCH_ROUNDS ?? 3)

/**
 * What pages cost somebody with a phone and an empty cache: bytes on the wire, headers included, until the page can be
 * used; how many ms tasks of more than 50 ms block a phone's main thread; for strangers' pages ms until the first paint
 * on a slow line; and what Lighthouse says, the middle of three runs. `names` chooses pages. Prints a line a page and
 * last one JSON line; answers the exit code.
 */
export async function benchWeb(names: readonly string[]): Promise<number> {
  if (!existsSync(built)) throw new Error('请先运行 npm start 构建网页')
  await ensureLighthouse()
  return onServer(async ({ baseUrl }) => {
    const pages = (await webPages(baseUrl)).filter(({ name }) => names.length === 0 || names.includes(name))
    const browser = await openBrowser()
    const session = await openSession((page) => signIn(page, baseUrl))
    try {
      const figures: Record<string, PageFigures> = {}
      for (const page of pages) {
        const found = await measure(page, { baseUrl, browser, port: session.port })
        console.log(lineOf(page, found))
        figures[page.name] = found.figures
      }
      console.log(JSON.stringify(figures))
      return 0
    } finally {
      await session.close()
      await browser.close()
    }
  })
}

type PageFigures = {
  bytes: number
  requests: number
  blockingMs: number
  firstPaintMs?: number
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcpMs: number
}

type Measured = { figures: PageFigures; paints: number[]; performances: number[]; short: string[] }

/** Where pages are, what opens them, and the port of a browser in which somebody is signed in. */
type Bench = { baseUrl: string; browser: OpenBrowser; port: number }

async function measure(page: WebPage, { baseUrl, browser, port }: Bench): Promise<Measured> {
  const { bytes, requests, blockingMs } = await weigh(page, browser, baseUrl)
  const paints: number[] = []
  const runs: LighthouseFindings[] = []
  for (let round = 0; round < rounds; round++) {
    if (!page.signedIn) paints.push(await firstPaint(browser, baseUrl, page.path))
    runs.push(await lighthouse(baseUrl + page.path, page.signedIn ? port : null))
  }
  const middle = (of: (found: LighthouseFindings) => number) => median(runs.map(of))
  const figures = {
    bytes,
    requests,
    blockingMs,
    ...(paints.length > 0 && { firstPaintMs: median(paints) }),
    performance: middle(({ scores }) => scores.performance),
    accessibility: middle(({ scores }) => scores.accessibility),
    bestPractices: middle(({ scores }) => scores['best-practices']),
    seo: middle(({ scores }) => scores.seo),
    lcpMs: middle(({ lcpMs }) => lcpMs),
  }
  const short = [...new Set(runs.flatMap((found) => found.short))]
  return { figures, paints, performances: runs.map(({ scores }) => scores.performance), short }
}

async function weigh(page: WebPage, browser: OpenBrowser, baseUrl: string) {
  const visitor = await browser.phone(baseUrl)
  if (page.signedIn) await signIn(visitor.page, baseUrl)
  const cost = await costOf(visitor.page, page.path, () => page.usable(visitor.page))
  const blocking: number[] = []
  for (let round = 0; round < rounds; round++)
    blocking.push(await blockingOf(visitor.page, page.path, () => page.usable(visitor.page)))
  await visitor.close()
  return { ...cost, blockingMs: median(blocking) }
}

function lineOf({ name }: WebPage, { figures, paints, performances, short }: Measured): string {
  const { bytes, requests, blockingMs, performance, accessibility, bestPractices, seo, lcpMs } = figures
  const wire = `${name.padEnd(12)} ${(bytes / 1000).toFixed(1)} KB，${requests}个请求，主线程阻塞 ${blockingMs} ms`
  const paint = paints.length > 0 ? `，慢线首绘 ${paints.join(' ')} ms` : ''
  const scores = `性能 ${performance}（${performances.join(' ')}） 无障碍 ${accessibility} 实践 ${bestPractices} SEO ${seo}`
  return `${wire}${paint}；${scores}，LCP ${lcpMs} ms；未满分：${short.join(' ') || '无'}`
}

async function signIn(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/home/login`)
  await signInByAccount(page, initiator)
}
