import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openClient } from '../scripts/demo/api-client.ts'
import { initiator } from '../scripts/demo/cast.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { openSeries, type Series } from './kill-series.ts'
import { median } from './round-figures.ts'
import { onServer, type ServerProcess } from './server-process.ts'
import type { SharedContract } from './shared-contract.ts'
import { fillQuota } from './template-batch.ts'

/** What part of a day's work falls into each hour: an office's, with 15 % in its busiest. */
const hours = [1, 1, 0, 0, 0, 1, 1, 3, 9, 14, 15, 9, 5, 9, 12, 10, 6, 2, 1, 1, 0, 0, 0, 0]
/** Contracts of eight that one launcher sends at a time. */
const perSeries = 4
const sampleEveryMs = 5000
const settleMs = 30_000
const mostMinutes = 120

/** What was asked of one kind: ms of those answered, words of refusals, and how many failed (5xx) or were cut off. */
type Kind = { times: number[]; refusals: string[]; failed: number; cut: number }
type Sample = { rssMb: number; handles: number }
type Day = { server: ServerProcess; kinds: Map<string, Kind>; done: SharedContract[]; endsAt: number; lengthMs: number }

/**
 * `npm run bench -- day --minutes N`: a day of mixed load in N minutes (60 unless told): people sign in, launch, sign,
 * read and verify as an office's day goes, and at night nearly nobody does. Prints, last, one JSON line: how much was
 * asked, failed, refused, and how long it took, by kind; the server's memory over the day and its handles. Fails when
 * anything failed or was cut off, or handles are left.
 */
export async function benchDay(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '60' } } })
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= mostMinutes)) throw new Error(`--minutes goes up to ${mostMinutes}`)
  return onServer(async (server) => {
    await fillQuota(server)
    const lengthMs = minutes * 60_000
    // What is opened once is open before it counts.
    const first = await openSeries(server.baseUrl, 1)
    const day: Day = { server, kinds: new Map(), done: first.contracts, endsAt: Date.now() + lengthMs, lengthMs }
    const before = sampleOf(server)
    const samples: Sample[] = []
    const watching = watch(day, samples)
    await Promise.all([
      signing(day),
      signing(day),
      reading(day, first),
      reading(day, first),
      judging(day),
      entering(day),
    ])
    await watching
    await pause(settleMs)
    return report(day, samples, { before, after: sampleOf(server) })
  })
}

/** Waits as the hour wants between two things of a lane that does `perDay` of them; answers whether it goes on. */
async function nextTurn({ endsAt, lengthMs }: Day, perDay: number): Promise<boolean> {
  const hour = hours[Math.floor(((lengthMs - (endsAt - Date.now())) / lengthMs) * 24)] ?? 0
  const apartMs = (lengthMs / 24 / perDay) * (100 / Math.max(hour, 0.2))
  await pause(Math.min(apartMs * (0.5 + Math.random()), Math.max(0, endsAt - Date.now())))
  return Date.now() < endsAt
}

async function counted<T>({ kinds }: Day, name: string, ask: () => Promise<T>): Promise<T | null> {
  const kind = kinds.get(name) ?? { times: [], refusals: [], failed: 0, cut: 0 }
  kinds.set(name, kind)
  const startedAt = performance.now()
  try {
    const answer = await ask()
    kind.times.push(performance.now() - startedAt)
    return answer
  } catch (error) {
    const words = error instanceof Error ? error.message : ''
    if (/HTTP 5|服务器错误|answers 50\d/.test(words)) kind.failed += 1
    else if (/fetch failed|terminated/.test(words)) kind.cut += 1
    else kind.refusals.push(words)
    return null
  }
}

const { signed, read, judged, entered } = { signed: 60, read: 400, judged: 60, entered: 120 }

/** New people and contracts, which all of them sign. */
async function signing(day: Day): Promise<void> {
  while (await nextTurn(day, signed)) {
    const series = await counted(day, 'launch four for eight', () => openSeries(day.server.baseUrl, perSeries))
    if (!series) continue
    await series.keepProofs(0)
    for (const contract of series.contracts) {
      await Promise.all(contract.asks.map((ask) => counted(day, 'sign', () => series.sign(ask))))
      day.done.push(contract)
    }
  }
}

async function reading(day: Day, { initiator: client }: Series): Promise<void> {
  while (await nextTurn(day, read)) {
    const { fileId, signId } = any(day.done)
    await counted(day, 'list', () => client.call('listTasks', { pageSize: 20 }))
    await counted(day, 'detail', () => client.call('getSignDetailInfo', { signId }))
    await counted(day, 'read the file', () => client.download('fileContent', { fileId, signId }))
  }
}

async function judging(day: Day): Promise<void> {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../samples/采购框架协议.pdf')))
  while (await nextTurn(day, judged))
    await counted(day, 'verify', () =>
      openClient(day.server.baseUrl).upload('verifyFile', { fileName: '合同.pdf', bytes }),
    )
}

async function entering(day: Day): Promise<void> {
  while (await nextTurn(day, entered)) await counted(day, 'sign in', () => signIn(day.server.baseUrl, initiator))
}

function any<T>(some: readonly T[]): T {
  const one = some[randomInt(some.length)]
  if (one === undefined) throw new Error('none')
  return one
}

async function watch({ server, endsAt }: Day, samples: Sample[]): Promise<void> {
  for (; Date.now() < endsAt; await pause(sampleEveryMs)) samples.push(sampleOf(server))
}

/** What Linux says of the server's process. */
function sampleOf(server: ServerProcess): Sample {
  const pid = server.pid()
  if (pid === null) throw new Error('the server does not run')
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  const handles = readdirSync(`/proc/${pid}/fd`).filter((fd) => !isBlobFolder(`/proc/${pid}/fd/${fd}`))
  return { rssMb: Math.round(Number(kb) / 1024), handles: handles.length }
}

/** The store of blobs keeps each of its 256 folders open, to have names of new files last. */
function isBlobFolder(handle: string): boolean {
  try {
    return /\/blobs\/[0-9a-f]{2}$/.test(readlinkSync(handle))
  } catch {
    // Closed meanwhile.
    return true
  }
}

/** A few handles more are connections that are kept for a while. */
const keptHandles = 40

function report({ kinds }: Day, samples: Sample[], { before, after }: { before: Sample; after: Sample }): number {
  const figures = [...kinds].map(([name, { times, refusals, ...rest }]) => {
    const refused = refusals.length
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    const p50 = sorted.length > 0 ? median(sorted) : 0
    return { name, asked: times.length + refused + rest.failed + rest.cut, p50, p99, refused, ...rest }
  })
  for (const { name, asked, p50, p99, refused, failed, cut } of figures)
    console.log(
      `${name.padEnd(22)} ${asked} asked, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${refused} refused, ${failed} failed, ${cut} cut off`,
    )
  for (const [name, { refusals }] of kinds)
    for (const [words, all] of Map.groupBy(refusals, (said) => said)) console.log(`${name}: ${all.length} × ${words}`)
  const sum = (of: 'asked' | 'refused' | 'failed' | 'cut') => figures.reduce((total, figure) => total + figure[of], 0)
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const part = samples.slice((samples.length * quarter) / 4, (samples.length * (quarter + 1)) / 4)
    return part.length > 0 ? median(part.map(({ rssMb }) => rssMb)) : 0
  })
  const [asked, failed, cut] = [sum('asked'), sum('failed'), sum('cut')]
  const leftHandles = after.handles - before.handles
  const line = {
    asked,
    failed,
    cut,
    refused: sum('refused'),
    rssMbByQuarter: quarters,
    rssMbAfter: after.rssMb,
    leftHandles,
  }
  console.log(JSON.stringify({ bench: 'day', ...line, errorRate: (failed + cut) / Math.max(1, asked) }))
  return failed + cut === 0 && leftHandles <= keptHandles ? 0 : 1
}
