import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import type { CDPSession, Page, Request } from 'playwright-core'
import { openBrowser } from '../e2e/support/browser.ts'
import { signInByAccount } from '../e2e/support/sign-in.ts'
import { initiator } from '../scripts/demo/cast.ts'
import { send, signedIn } from './demo-contract.ts'
import { median } from './round-figures.ts'
import { onServer } from './server-process.ts'

const root = join(import.meta.dirname, '..')
const long = join(root, 'samples/建设工程总承包合同-301页.pdf')
const rounds = Number(process.env.MOQI_BENCH_ROUNDS ?? 5)

/** Chromium's "Fast 4G", bytes a second and ms. */
const fast4g = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 }

/**
 * How long a person with a phone waits for page 1: from the press on a contract in the list to the first page's
 * picture, for 301 pages and for one, and until it is sharp; and what the contract pages load before any viewer: the
 * detail page as a browser asks for it. The processor is `slowdown` times as slow as this machine's. Prints
 * lines and last one JSON line.
 */
export async function benchView(slowdown = 4): Promise<number> {
  if (!existsSync(join(root, 'apps/web/dist/home/index.html'))) throw new Error('请先运行 npm start 构建网页')
  return onServer(async (server) => {
    const browser = await openBrowser()
    try {
      const client = await signedIn(server.baseUrl)
      const bytes = readFileSync(long)
      const signId = await send(client, '三百零一页合同.pdf', bytes, [initiator])
      await send(client, '一页合同.pdf', await firstPageOf(bytes), [initiator])
      const times: Record<'三百零一页合同' | '一页合同', Seen[]> = { 三百零一页合同: [], 一页合同: [] }
      const { page, context } = await browser.phone(server.baseUrl)
      await page.goto('/home/login')
      await signInByAccount(page, initiator)
      const protocol = await context.newCDPSession(page)
      await protocol.send('Network.enable')
      await protocol.send('Network.setCacheDisabled', { cacheDisabled: true })
      const script = await scriptBytes(page, `/home/temp-info?signId=${signId}&taskType=normal`)
      await protocol.send('Network.setCacheDisabled', { cacheDisabled: false })
      for (let round = 0; round < rounds; round++) {
        for (const name of ['三百零一页合同', '一页合同'] as const)
          times[name].push(await firstPage(page, { protocol, slowdown }, name))
      }
      const pictures = (name: keyof typeof times) => times[name].map(({ picture }) => picture)
      const sharps = times.三百零一页合同.map(({ sharp }) => sharp)
      const [firstPageMs, onePageMs] = [median(pictures('三百零一页合同')), median(pictures('一页合同'))]
      console.log(`处理器慢${slowdown}倍`)
      console.log(`第1页可见：301页 ${spread(pictures('三百零一页合同'))}；1页 ${spread(pictures('一页合同'))}`)
      console.log(`第1页清晰：301页 ${spread(sharps)}`)
      console.log(`查看器之前的脚本：详情 ${kilobytes(script)}`)
      const longToShortRatio = Number((firstPageMs / onePageMs).toFixed(2))
      const figures = {
        slowdown,
        firstPageMs,
        sharpPageMs: median(sharps),
        longToShortRatio,
        onePageMs,
        scriptBytes: script,
      }
      console.log(JSON.stringify(figures))
      return 0
    } finally {
      await browser.close()
    }
  })
}

const spread = (values: number[]) =>
  `${median(values)} ms（${Math.min(...values)}–${Math.max(...values)}：${values.join(' ')}）`
const kilobytes = (bytes = 0) => `${(bytes / 1000).toFixed(1)} KB`

async function firstPageOf(bytes: Uint8Array): Promise<Uint8Array> {
  const whole = await PDF.load(new Uint8Array(bytes))
  const one = await whole.extractPages([0])
  return one.save()
}

/** What a first visit to a contract loads of scripts, the viewer (pdf.js) apart. */
async function scriptBytes(page: Page, contract: string): Promise<number> {
  const asked: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !/pdf/.test(new URL(request.url()).pathname)) asked.push(request)
  })
  await page.goto(contract)
  await page.locator('[data-sheet="0:1"] canvas').first().waitFor()
  page.removeAllListeners('request')
  const sizes = await Promise.all(
    asked.map(async (request) => {
      await (await request.response())?.finished()
      const { responseBodySize } = await request.sizes()
      return { path: new URL(request.url()).pathname, bytes: responseBodySize }
    }),
  )
  for (const { path, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12))
    console.log(`${String(bytes).padStart(7)}  ${path}`)
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** ms from the press to something to read, and to the page as the viewer draws it. */
type Seen = { picture: number; sharp: number }

/** What makes a page's browser a phone's. */
type Phone = { protocol: CDPSession; slowdown: number }

/** One visit from the list, with an empty cache for the contract's bytes, as on a phone. */
async function firstPage(page: Page, { protocol, slowdown }: Phone, name: string): Promise<Seen> {
  await page.goto('/home/space/contract-list?status=all')
  const link = page.getByRole('link', { name: new RegExp(name) }).first()
  await link.waitFor()
  // A page at rest, its stream of notices apart: what comes next has been fetched.
  await page.waitForTimeout(2500)
  await protocol.send('Network.emulateNetworkConditions', fast4g)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const start = performance.now()
  await link.click()
  await page.locator('[data-sheet="0:1"] :is(.sheet-picture canvas, .sheet-preview)').first().waitFor()
  const picture = Math.round(performance.now() - start)
  await page.locator('[data-sheet="0:1"] .sheet-picture canvas').first().waitFor()
  const sharp = Math.round(performance.now() - start)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await protocol.send('Network.emulateNetworkConditions', {
    ...fast4g,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return { picture, sharp }
}
