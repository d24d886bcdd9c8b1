import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { httpsWebhook } from '../apps/server/src/platform/gateways/webhook/https-webhook.ts'
import { signRequest } from '../packages/sdk/src/sign-request.ts'
import { post } from './http-call.ts'
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts'
import { median } from './round-figures.ts'
import type { SignedLoad } from './signed-load.ts'
import { administrator, allTold, listeners, seedEvents, takeStock } from './webhook-scene.ts'

/**
 * Signed calls in a second over the same call by session, medians of the rounds (at least 0.8 is asked for), and
 * events told in a second by one node, to one integration and to many (1,000 are asked for).
 */
export type OpenApiReport = {
  bench: 'openapi'
  rounds: number
  signedPerSecond: number
  sessionPerSecond: number
  ratio: number
  /** Lowest and highest round. */
  spread: [number, number]
  webhooksPerSecond: { one: number; many: number }
}

const connections = 8
const rows = 10
const manyIntegrations = 16

/** `npm run bench -- openapi [rounds]`. Answers the exit code. */
export async function benchOpenApi(rounds: number): Promise<number> {
  const report = await measureOpenApi({ rounds, calls: 900, events: 10_000 })
  console.log(JSON.stringify(report))
  return report.ratio < 0.8 || Math.min(report.webhooksPerSecond.one, report.webhooksPerSecond.many) < 1000 ? 1 : 0
}

/** Measures on a platform of its own. */
export async function measureOpenApi(size: { rounds: number; calls: number; events: number }): Promise<OpenApiReport> {
  let clock = Date.now()
  const receiver = new Worker(new URL('./webhook-receiver.ts', import.meta.url))
  const [port]: unknown[] = await once(receiver, 'message')
  const outward = httpsWebhook(['127.0.0.1/32'])
  // Each reading is later, so that one caller may ask as often as a measurement needs (checklist C0.11).
  const platform = await openPlatform('P-256', {
    now: () => (clock += 110),
    log: () => {},
    webhook: { post: (posting) => outward.post({ ...posting, url: `http://127.0.0.1:${String(port)}/moqi` }) },
  })
  try {
    const url = await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const sides = await callers(url, () => clock)
    await platform.quiet()
    const measured: { signed: number; session: number }[] = []
    for (let round = -1; round < size.rounds; round++) {
      const order = round % 2 === 0 ? (['signed', 'session'] as const) : (['session', 'signed'] as const)
      const figures = { signed: 0, session: 0 }
      for (const side of order) figures[side] = await perSecond(await sides[side](size.calls))
      // The first round warms up.
      if (round >= 0) measured.push(figures)
      else await takeStock(platform)
    }
    const ratios = measured.map(({ signed, session }) => signed / session)
    return {
      bench: 'openapi',
      rounds: size.rounds,
      signedPerSecond: Math.round(median(measured.map(({ signed }) => signed))),
      sessionPerSecond: Math.round(median(measured.map(({ session }) => session))),
      ratio: figure(median(ratios)),
      spread: [figure(Math.min(...ratios)), figure(Math.max(...ratios))],
      webhooksPerSecond: {
        one: await eventsPerSecond(platform, url, { integrations: 1, events: size.events, at: clock }),
        many: await eventsPerSecond(platform, url, { integrations: manyIntegrations, events: size.events, at: clock }),
      },
    }
  } finally {
    await platform.close()
    await receiver.terminate()
  }
}

const figure = (value: number) => Number(value.toFixed(3))

/** The same list of drafts, asked for by session and by signature; each makes so many requests. */
async function callers(url: string, time: () => number) {
  const { asking } = await administrator(url)
  const input = { integrationName: '金蝶云星空', scopeArray: ['read' as const] }
  const { integrationId } = await post(url, 'saveIntegration', input, { ...asking, key: randomUUID() })
  const keys = await post(url, 'makeIntegrationSecret', { integrationId }, { ...asking, key: randomUUID() })
  const draft = { signExpireTime: time() + 7 * 86_400_000, fileIdArray: [], signerArray: [] }
  for (let made = 1; made <= rows; made++)
    await post(url, 'saveDraft', { taskName: `采购合同${made}`, ...draft }, { ...asking, key: randomUUID() })

  const body = JSON.stringify({ status: 'draft' })
  const load = { body, connections }
  const session = { authorization: `Bearer ${asking.token}`, 'x-tenant-id': asking.tenantId }
  const target = '/openapi/v1/listTasks'
  const unsigned = () => ({
    method: 'POST',
    target,
    body: new TextEncoder().encode(body),
    idempotencyKey: undefined,
    time: time(),
  })
  return {
    session: async (calls: number): Promise<SignedLoad> => ({
      ...load,
      url: `${url}/api/common/v1/task/list`,
      requests: Array.from({ length: calls }, () => session),
    }),
    // Signed beforehand: what it costs the caller is not the server's.
    signed: async (calls: number): Promise<SignedLoad> => ({
      ...load,
      url: `${url}${target}`,
      requests: await Promise.all(Array.from({ length: calls }, () => signRequest(keys, unsigned()))),
    }),
  }
}

/** Answers a second, asked by another thread. */
function perSecond(workerData: SignedLoad): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./signed-load.ts', import.meta.url), { workerData })
    worker.once('message', (answered: number) => resolve(answered))
    worker.once('error', reject)
  })
}

type Telling = { integrations: number; events: number; at: number }

/** Events of as many contracts, until each is told and written down. */
async function eventsPerSecond(platform: PlatformUnderTest, url: string, { integrations, events, at }: Telling) {
  const heard = await listeners(url, integrations)
  await seedEvents(platform, heard, { lanes: events, each: 1, at })
  const began = performance.now()
  await allTold(platform, 300_000)
  return Math.round((events * 1000) / (performance.now() - began))
}
