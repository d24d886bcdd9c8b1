import { dayMs } from '@moqi/domain/time/civil-date'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { batchLimits } from '../packages/domain/src/templates/batch-sheet.ts'
import type { Client } from '../scripts/demo/api-client.ts'
import { initiator as launcher } from '../scripts/demo/cast.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { onServer, type ServerProcess } from './server-process.ts'
import { ask, fillQuota, makeTemplate, placeOn, type Row, startBatch, type Template } from './template-batch.ts'

/**
 * Contracts of a batch in a second over single sends in a second, three at a time each; growth of the server's memory
 * between the batch's first and last fifth; whether progress told the truth; and of a batch that is killed in its
 * middle, how many contracts are missing or there twice.
 */
export type SendReport = {
  bench: 'send'
  count: number
  throughputRatio: number
  batchPerSecond: number
  singlePerSecond: number
  memoryGrowthMb: number
  progressTrue: boolean
  lost: number
  doubled: number
}

/** As many as a batch has lanes. */
const atOnce = 3
/** Fewer than one account may send by itself in a minute. */
const mostSingles = 48
const endLimitMs = 30 * 60_000

/** `npm run bench -- send`. Answers the exit code. */
export async function benchSend(count: number): Promise<number> {
  if (!(count >= 1 && count <= batchLimits.rows)) throw new Error(`1–${batchLimits.rows}`)
  const report = await measureSend(count)
  console.log(JSON.stringify(report))
  return report.lost + report.doubled > 0 || !report.progressTrue ? 1 : 0
}

/** Measures batches of `count` contracts against `singles` on a server of its own, which a quarter as many warm up. */
export async function measureSend(count: number, singles = mostSingles): Promise<SendReport> {
  return onServer(async (server) => {
    await fillQuota(server)
    const client = await signIn(server.baseUrl, launcher)
    const template = await makeTemplate(client)
    await sendSingles(client, template, singles / 4)
    const singlePerSecond = await sendSingles(client, template, singles)
    const batch = await measureBatch(server, client, template, count)
    const killed = await killInTheMiddle(server, client, template, count)
    return {
      bench: 'send',
      count,
      throughputRatio: rounded(batch.perSecond / singlePerSecond),
      batchPerSecond: rounded(batch.perSecond),
      singlePerSecond: rounded(singlePerSecond),
      memoryGrowthMb: rounded(batch.memoryGrowthMb),
      progressTrue: batch.progressTrue && killed.progressTrue,
      lost: killed.lost,
      doubled: killed.doubled,
    }
  })
}

const rounded = (value: number) => Math.round(value * 100) / 100

const personOf = (n: number): Row => ({ signerName: '程若水', phone: `139${String(10_000_000 + n)}` })
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => personOf(n))

/** The same contracts one by one, as the wizard sends them; answers how many in a second. */
async function sendSingles(client: Client, { fileId }: Template, count: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++) {
      const { signId, version } = await client.call('saveDraft', {
        taskName: '员工保密协议',
        signExpireTime: Date.now() + 30 * dayMs,
        fileIdArray: [fileId],
        saveContacts: 0,
        signerArray: [{ signerNo: 1, signOrder: 1, signType: 0, ...personOf(n) }],
      })
      await client.call('saveLocation', { signId, version, positionArray: [placeOn(fileId)] })
      await client.call('sendTask', { signId })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return (count / (performance.now() - startedAt)) * 1000
}

async function measureBatch(server: ServerProcess, client: Client, template: Template, count: number) {
  const startedAt = performance.now()
  const batchId = await startBatch(client, template, rowsOf(count))
  const memory: { part: number; megabytes: number }[] = []
  const progressTrue = await followed(server, client, { batchId, count }, (done) =>
    memory.push({ part: done / count, megabytes: memoryOf(server) }),
  )
  const perSecond = (count / (performance.now() - startedAt)) * 1000
  const most = (from: number, to: number) =>
    Math.max(...memory.filter(({ part }) => part >= from && part <= to).map(({ megabytes }) => megabytes))
  const growth = most(0.8, 1) - most(0, 0.2)
  return { perSecond, progressTrue, memoryGrowthMb: Number.isFinite(growth) ? growth : 0 }
}

/** Follows a batch to its end; answers whether what it said was never less than before and never more than is there. */
async function followed(
  server: ServerProcess,
  client: Client,
  { batchId, count }: { batchId: string; count: number },
  seen: (done: number) => void,
): Promise<boolean> {
  let before = 0
  let isTrue = true
  for (const until = Date.now() + endLimitMs; Date.now() < until; await pause(300)) {
    const { doneNumber, failedNumber, waitingNumber } = await client.call('getBatch', { batchId })
    const there = await contractsOf(server, batchId)
    isTrue &&= doneNumber >= before && doneNumber <= there && doneNumber + failedNumber + waitingNumber === count
    before = doneNumber
    seen(doneNumber)
    if (waitingNumber === 0) return isTrue && doneNumber === count && there === count
  }
  throw new Error('the batch does not end')
}

async function killInTheMiddle(server: ServerProcess, client: Client, template: Template, count: number) {
  const before = await spent(server)
  const batchId = await startBatch(client, template, rowsOf(count))
  const half = Math.max(1, count * (0.2 + 0.5 * Math.random()))
  while ((await contractsOf(server, batchId)) < half) await pause(20)
  await server.end('SIGKILL')
  await server.start()
  const again = await signIn(server.baseUrl, launcher)
  const progressTrue = await followed(server, again, { batchId, count }, () => {})
  const there = await contractsOf(server, batchId)
  const paid = (await spent(server)) - before
  return { progressTrue, lost: Math.max(0, count - there), doubled: Math.max(0, paid - count) }
}

const contractsOf = (server: ServerProcess, batchId: string) =>
  ask(
    server,
    `select count(*)::int as number from batch_row join contract using (tenant_id, contract_id)
      where batch_row.batch_id = $1 and contract.state = 'signing'`,
    [batchId],
  )

/** What single sends and batches have paid for: a contract sent twice is paid twice. */
const spent = (server: ServerProcess) =>
  ask(server, `select count(*)::int as number from quota_entry where kind = 'send'`)

/** Resident memory in MB; 0 where it cannot be read. */
function memoryOf(server: ServerProcess): number {
  try {
    const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
