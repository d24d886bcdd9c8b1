import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { openBrowser } from '../e2e/support/browser.ts'
import { ensureLighthouse, lighthouse, type LighthouseFindings } from './lighthouse-run.ts'
import { median } from './round-figures.ts'
import { onServer } from './server-process.ts'

const built = join(import.meta.dirname, '../apps/web/dist/home/index.html')
const rounds = 3

/**
 * What the sign-in page costs somebody who has never been here: scripts and styles on the wire until it can be used,
 * what Lighthouse says of it on a phone, the middle of three runs. Prints lines and last one JSON line; answers the
 * exit code.
 */
export async function benchWeb(): Promise<number> {
  if (!existsSync(built)) throw new Error('请先运行 npm start 构建网页')
  await ensureLighthouse()
  return onServer(async (server) => {
    const url = `${server.baseUrl}/home/login`
    const files = await wireBytes(url)
    for (const { path, bytes } of files) console.log(`${String(bytes).padStart(7)}  ${path}`)
    const runs: LighthouseFindings[] = []
    for (let round = 0; round < rounds; round++) runs.push(await lighthouse(url))
    const short = [...new Set(runs.flatMap((found) => found.short))]
    if (short.length > 0) console.log(`未满分的检查：${short.join(' ')}`)
    const middle = (of: (found: LighthouseFindings) => number) => median(runs.map(of))
    const figures = {
      loginBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      lcpMs: middle(({ lcpMs }) => lcpMs),
      performance: middle(({ scores }) => scores.performance),
      accessibility: middle(({ scores }) => scores.accessibility),
      bestPractices: middle(({ scores }) => scores['best-practices']),
      seo: middle(({ scores }) => scores.seo),
    }
    console.log(`登录页脚本与样式 ${(figures.loginBytes / 1024).toFixed(1)} KiB，手机 LCP ${figures.lcpMs} ms`)
    console.log(JSON.stringify(figures))
    return 0
  })
}

type WireFile = { path: string; bytes: number }

/** Scripts and styles asked for until the form can be used, each with its compressed body's bytes. */
async function wireBytes(url: string): Promise<WireFile[]> {
  const browser = await openBrowser()
  try {
    const { page, close } = await browser.phone(url)
    const asked = collect(page)
    await page.goto(url)
    await page.locator('#root:not([inert])').waitFor()
    const files = await Promise.all(asked.map(sizeOf))
    await close()
    return files.toSorted((a, b) => b.bytes - a.bytes)
  } finally {
    await browser.close()
  }
}

function collect(page: Page): Request[] {
  const asked: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.resourceType() === 'stylesheet') asked.push(request)
  })
  return asked
}

async function sizeOf(request: Request): Promise<WireFile> {
  await (await request.response())?.finished()
  const { responseBodySize } = await request.sizes()
  return { path: new URL(request.url()).pathname, bytes: responseBodySize }
}
