import { Worker } from 'node:worker_threads'
import Fastify, { type FastifyInstance } from 'fastify'
import { Pool } from 'pg'
import { type Asking, post } from './http-call.ts'
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts'
import { median } from './round-figures.ts'
import { type ListPlan, seedLists } from './seed-list.ts'
import type { Load } from './list-load.ts'

/** What is measured: contracts in one list, list rows and index entries in all, and how often. */
export type ListSize = { contracts: number; rows: number; rounds: number; calls: number; loadMs: number }

const small = 1000
const perTenant = 10_000
const connections = 8
const allowanceMs = 5
/** How much faster the clock runs, so that one person may ask as often as a measurement needs (checklist C0.11). */
const hurry = 200
/** Frequent, two words, rare, a number, in no contract. */
const searches = ['合同', '采购 杭州', '稀土', 'HT0000996', '飞船']

/**
 * `npm run bench -- list [contracts] [rows]`: lists, counters and search against bare queries. Answers the exit code.
 */
export async function benchList([contracts = '20000', rows = '60000']: readonly string[]): Promise<number> {
  const size = { contracts: Number(contracts), rows: Number(rows), rounds: 7, calls: 400, loadMs: 3000 }
  console.log(JSON.stringify({ bench: 'list', ...(await measureLists(size)) }))
  return 0
}

type Reader = { asking: Asking; plan: ListPlan }

/** Seeds a fresh platform and measures it. */
export async function measureLists(size: ListSize) {
  const [began, opened] = [Date.now(), performance.now()]
  const now = () => Math.round(began + (performance.now() - opened) * hurry)
  const platform = await openPlatform('P-256', { now, log: () => {} })
  try {
    const url = await platform.app.listen({ port: 0, host: '127.0.0.1' })
    const big = await reader(platform, url, '13800000004', size.contracts)
    const little = await reader(platform, url, '13800000001', small)
    const seeded = await seedLists(platform.owner, platform.folder, plansOf(size, big, little), now())
    console.log(
      `${seeded.rows} rows in ${seeded.seconds.toFixed(0)} s, ${seeded.gigabytes.toFixed(2)} GB in the database`,
    )
    await platform.quiet()
    const bare = await openBare(platform, big.plan)
    try {
      const figures = await measure(url, bare, { big, little }, size)
      return {
        contracts: size.contracts,
        rows: seeded.rows,
        seedSeconds: Math.round(seeded.seconds),
        gigabytes: figure(seeded.gigabytes),
        ...figures,
      }
    } finally {
      await bare.close()
    }
  } finally {
    await platform.close()
  }
}

/** A demo person signed in for the own space, whose list is filled. */
async function reader(platform: PlatformUnderTest, url: string, phone: string, contracts: number): Promise<Reader> {
  const { token } = await post(url, 'loginByAccount', { userName: phone, password: 'Moqi@2026', rememberMe: 1 })
  const { spaceInfoArray } = await post(url, 'getUserSpaceInfo', {}, { token })
  const tenantId = spaceInfoArray.find(({ spaceType }) => spaceType === 'person')?.tenantId ?? ''
  const { account_id: accountId } = await platform.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', phone).select('account_id').executeTakeFirstOrThrow(),
  )
  return { asking: { token, tenantId }, plan: { tenantId, accountId, contracts } }
}

/** The two lists that are read, and others until there are enough rows. */
function plansOf({ rows }: ListSize, big: Reader, little: Reader): ListPlan[] {
  const plans = [big.plan, little.plan]
  let left = rows / 2 - big.plan.contracts - little.plan.contracts
  for (let n = 0; left > 0; n++, left -= perTenant) {
    const id = `0198a000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`
    plans.push({ tenantId: id, accountId: id.replace('-9000-', '-a000-'), contracts: Math.min(perTenant, left) })
  }
  return plans
}

type Bare = { once: () => Promise<unknown>; url: string; close: () => Promise<void> }

const bareQuery = `select * from inbox where tenant_id = $1 and account_id = $2
  order by created_at desc, contract_id desc limit 11`

/**
 * The list's query with the tenant wall and nothing else around it, and behind a Fastify of its own: as the server's
 * role, the tenant set and the rows asked for in one trip.
 */
async function openBare({ owner }: PlatformUnderTest, { tenantId, accountId }: ListPlan): Promise<Bare> {
  const pool = new Pool({ ...owner, options: `-c role=${await serverRole(owner)}`, max: 20, pipeline: true })
  const once = async () => {
    const client = await pool.connect()
    try {
      const [, { rows }] = await Promise.all([
        client.query({ name: 'tenant', text: "select set_config('moqi.tenant', $1, false)", values: [tenantId] }),
        client.query({ name: 'list', text: bareQuery, values: [tenantId, accountId] }),
      ])
      return rows
    } finally {
      client.release()
    }
  }
  const app: FastifyInstance = Fastify()
  app.post('/list', async () => ({ taskInfoArray: await once() }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    once,
    url: `${url}/list`,
    async close() {
      await app.close()
      await pool.end()
    },
  }
}

/** The role that row-level security binds. */
async function serverRole(owner: PlatformUnderTest['owner']): Promise<string> {
  const pool = new Pool({ ...owner, max: 1 })
  const { rows } = await pool.query<{ name: string }>(
    `select 'moqi_app_' || oid as name from pg_database where datname = current_database()`,
  )
  await pool.end()
  return rows[0]?.name ?? ''
}

async function measure(url: string, bare: Bare, { big, little }: Record<'big' | 'little', Reader>, size: ListSize) {
  const list = ({ asking }: Reader) => post(url, 'listTasks', { status: 'all' }, asking)
  const count = ({ asking }: Reader) => post(url, 'getStatusTotal', {}, asking)
  const search = async ({ asking }: Reader) => {
    for (const keyword of searches) await post(url, 'listTasks', { status: 'all', keyword }, asking)
  }
  const times: Record<'list' | 'bare' | 'ours' | 'theirs' | 'counters' | 'found', number[]> = {
    list: [],
    bare: [],
    ours: [],
    theirs: [],
    counters: [],
    found: [],
  }
  const ms = { counters: [] as number[], search: [] as number[] }
  for (let round = -1; round < size.rounds; round++) {
    const p99 = { list: await p99Of(() => list(big), size.calls), bare: await p99Of(bare.once, size.calls) }
    const body = JSON.stringify({ status: 'all' })
    const headers = { authorization: `Bearer ${big.asking.token}`, 'x-tenant-id': big.asking.tenantId ?? '' }
    const ours = await throughput({
      url: `${url}/api/common/v1/task/list`,
      headers,
      body,
      connections,
      ms: size.loadMs,
    })
    const theirs = await throughput({ url: bare.url, headers: {}, body, connections, ms: size.loadMs })
    const few = Math.max(10, size.calls / 10)
    const counters = [await middle(() => count(big), few), await middle(() => count(little), few)] as const
    const found = [await middle(() => search(big), few), await middle(() => search(little), few)] as const
    // The first round warms up.
    if (round < 0) continue
    times.list.push(p99.list)
    times.bare.push(p99.bare)
    times.ours.push(ours)
    times.theirs.push(ours / theirs)
    times.counters.push(counters[0] / counters[1])
    times.found.push(found[0] / found[1])
    ms.counters.push(counters[0])
    ms.search.push(found[0] / searches.length)
  }
  const [p99, bareP99] = [median(times.list), median(times.bare)]
  return {
    p99Ms: figure(p99),
    bareP99Ms: figure(bareP99),
    p99Ratio: figure((p99 - allowanceMs) / bareP99),
    callsPerSecond: Math.round(median(times.ours)),
    throughputRatio: figure(median(times.theirs)),
    countersMs: figure(median(ms.counters)),
    countersGrowth: figure(median(times.counters)),
    searchMs: figure(median(ms.search)),
    searchGrowth: figure(median(times.found)),
  }
}

const figure = (value: number) => Number(value.toFixed(3))

async function timesOf(work: () => Promise<unknown>, calls: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < calls; n++) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return times.toSorted((a, b) => a - b)
}

const middle = async (work: () => Promise<unknown>, calls: number) => median(await timesOf(work, calls))

async function p99Of(work: () => Promise<unknown>, calls: number): Promise<number> {
  const times = await timesOf(work, calls)
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? 0
}

/** Answers a second, asked by another thread. */
function throughput(load: Load): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./list-load.ts', import.meta.url), { workerData: load })
    worker.once('message', (perSecond: number) => resolve(perSecond))
    worker.once('error', reject)
  })
}
