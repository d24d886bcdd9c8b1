import { setTimeout as pause } from 'node:timers/promises'
import { initiator } from '../scripts/demo/cast.ts'
import { readOutbox } from '../scripts/demo/outbox.ts'
import { askOwner } from './faults/ask-owner.ts'
import { judge, type SharedFaults } from './judge-shared.ts'
import { openSeries, type Series } from './kill-series.ts'
import type { ServerProcess } from './server-process.ts'
import type { Ask, SharedContract } from './shared-contract.ts'

/** One strike of a fault: whom it meets, and how it says when what happened. */
export type Strike = {
  /** From 0. */
  index: number
  server: ServerProcess
  series: Series
  contract: SharedContract
  /** Has all eight sign at once; resolves when each has been answered or cut off. */
  sign: () => Promise<void>
  /** Has so many of them sign before, each answered. */
  signSome: (count: number) => Promise<void>
  /** The same as `sign`, but resolves at a random moment among their signatures. */
  amidst: () => Promise<void>
  /** The fault is over: from now on it counts how long until the server answers. For who returns later than that. */
  over: () => void
  /** Asks for something that has to be there when everybody has signed; where that throws, it is lost. */
  afterwards: (ask: () => Promise<unknown>) => void
  /** Counts a document that was given out or signed and should not have been. */
  wrong: () => void
  /** Counts something else that the report tells. */
  note: (what: string, count?: number) => void
}

/** A running server, and a fault that strikes it; what only a hand can put right, the fault puts right as well. */
export type FaultScene = {
  fault: string
  /** Lets `use` have the server and the fault; both are gone afterwards. */
  on: <T>(use: (server: ServerProcess, strike: (strike: Strike) => Promise<void>) => Promise<T>) => Promise<T>
  /** How many contracts the same people sign one after the other; 20 unless told. */
  perSeries?: number
  /** Whether there is nothing left to strike with, though there are times left. */
  isDone?: () => boolean
  /** How long after it has ended a finished contract may still wait for its time-stamp (ms); not at all unless told. */
  patienceMs?: number
}

/**
 * What `times` faults did: signatures acknowledged, what became of them, asks whose connection was cut without an
 * answer and those that were refused meanwhile, how often the server ended by itself, the longest and the median time
 * from the end of a fault until the server answers and somebody's signature is acknowledged (ms), and what the fault
 * counted itself.
 */
export type SurvivalReport = SharedFaults & {
  fault: string
  times: number
  acknowledged: number
  cut: number
  refused: number
  restarts: number
  backMs: number
  medianBackMs: number
  noted: Record<string, number>
}

/** A contract prepared too long ago has no proof of will any more. */
const perSeries = 20
/** What took how long is told; a machine that others keep busy may take as long as that. */
const finishLimitMs = 180_000
const backLimitMs = 180_000
/** Undici's and the system's words for a connection that ended before its answer. */
const cutWords = /ECONNRESET|ECONNREFUSED|EPIPE|other side closed|socket hang up|terminated/

/**
 * Has a fault strike while eight people sign one contract, `times` times, each time on the same data; judges every
 * document when the server answers again, and again after all have signed. Throws when it does not come back within
 * three minutes, a contract cannot be finished, or its initiator is not told.
 */
export async function survive(scene: FaultScene, times: number, tell: (line: string) => void): Promise<SurvivalReport> {
  const { fault } = scene
  const counts = { acknowledged: 0, lost: 0, doubled: 0, invalid: 0, cut: 0, refused: 0, restarts: 0, noted: {} }
  // Follows how long eight signatures take here, so that faults fall among them.
  const moment = { spanMs: 400 }
  const back: number[] = []
  return scene.on(async (server, strike) => {
    let done = 0
    const isDone = () => done >= times || scene.isDone?.() === true
    while (!isDone()) {
      const series = await openSeries(server.baseUrl, Math.min(scene.perSeries ?? perSeries, times - done))
      const struck: SharedContract[] = []
      for (const [index, contract] of series.contracts.entries()) {
        if (isDone()) break
        struck.push(contract)
        await series.keepProofs(index)
        const round = { index: done, scene, server, series, contract, counts, moment, back }
        tell(`${++done}/${times} ${await once(round, strike)}`)
      }
      await told(server, struck).catch(async (cause: unknown) => {
        const jobs = await waitingJobs(server).catch(() => [])
        throw new Error(`${JSON.stringify({ fault, done, ...counts, jobs })}\n${server.lastWords()}`, { cause })
      })
    }
    back.sort((a, b) => a - b)
    return { fault, times: done, ...counts, backMs: back.at(-1) ?? 0, medianBackMs: back[back.length >> 1] ?? 0 }
  })
}

type Counts = Omit<SurvivalReport, 'fault' | 'times' | 'backMs' | 'medianBackMs'>
type Round = Pick<Strike, 'index' | 'server' | 'series' | 'contract'> & {
  scene: FaultScene
  counts: Counts
  moment: { spanMs: number }
  back: number[]
}

async function once(round: Round, strike: (strike: Strike) => Promise<void>): Promise<string> {
  const { server, series, contract, counts, scene, back } = round
  const acknowledged = new Set<Ask>()
  const signing = signer(round, acknowledged)
  let overAt: number | null = null
  const over = () => (overAt ??= performance.now())
  const note = (what: string, count = 1) => {
    counts.noted[what] = (counts.noted[what] ?? 0) + count
  }
  const struckAt = performance.now()
  const wrong = () => void (counts.invalid += 1)
  const asks: (() => Promise<unknown>)[] = []
  const afterwards = (ask: () => Promise<unknown>) => void asks.push(ask)
  await strike({ ...round, ...signing, over, note, wrong, afterwards })
  await answeredAgain(round, over())
  await signing.sign()
  const signed = await signedAgain(round, acknowledged)
  const took = Math.round(signed - over())
  back.push(took)
  counts.acknowledged += acknowledged.size
  const patience = scene.patienceMs ?? 0
  const stored = await judge(server, series, contract, {
    report: counts,
    acknowledged,
    patience: patience > 0 ? 'while open' : 0,
  })
  for (const ask of contract.asks) {
    if (!acknowledged.has(ask)) await series.sign(ask).then(() => acknowledged.add(ask))
  }
  await finished(series, contract)
  await judge(server, series, contract, { report: counts, acknowledged, patience })
  for (const ask of asks) {
    await ask().catch((error: unknown) => {
      counts.lost += 1
      note(`lost: ${wordsOf(error)}`)
    })
  }
  const lasted = (performance.now() - struckAt) / 1000
  return `${stored} stored, back after ${took} ms, finished afterwards, ${lasted.toFixed(1)} s in all`
}

/** How the eight of a contract sign, once each whoever asks how often. */
function signer(
  { series, contract, counts, moment }: Round,
  acknowledged: Set<Ask>,
): Pick<Strike, 'sign' | 'signSome' | 'amidst'> {
  let asked: Promise<unknown> | null = null
  const ask = (one: Ask) =>
    series.sign(one).then(
      () => void acknowledged.add(one),
      (error: unknown) => {
        if (cutWords.test(wordsOf(error))) counts.cut += 1
        else counts.refused += 1
      },
    )
  async function sign(): Promise<void> {
    asked ??= Promise.all(contract.asks.filter((one) => !acknowledged.has(one)).map(ask))
    await asked
  }
  return {
    sign,
    async signSome(count) {
      for (const one of contract.asks.slice(0, count)) await ask(one)
    },
    async amidst() {
      void sign()
      await pause(Math.random() * moment.spanMs)
      moment.spanMs *= acknowledged.size === contract.asks.length ? 0.8 : acknowledged.size === 0 ? 1.2 : 1
    },
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error
    ? `${error.message} ${'code' in error ? String(error.code) : ''} ${wordsOf(error.cause)}`
    : ''
}

/** Asks until there is an answer, and starts a server that ended by itself as a supervisor would. */
async function answeredAgain({ series, server, counts }: Round, over: number): Promise<void> {
  for (;;) {
    const answered = await series.initiator.call('listTasks', { pageSize: 10 }).then(
      () => true,
      () => false,
    )
    if (answered) return
    if (performance.now() - over > backLimitMs)
      throw new Error(`no answer ${backLimitMs / 1000} s after the fault: ${server.lastWords()}`)
    await pause(50)
    // One that cannot start yet is tried again.
    if (await server.startAgain().catch(() => false)) counts.restarts += 1
  }
}

/** Has one who has not signed yet ask until it is acknowledged; when that was, or now if everybody has signed. */
async function signedAgain({ series, contract }: Round, acknowledged: Set<Ask>): Promise<number> {
  const ask = contract.asks.find((one) => !acknowledged.has(one))
  if (!ask) return performance.now()
  for (const until = performance.now() + backLimitMs; ; await pause(100)) {
    const fault = await series.sign(ask).then(
      () => null,
      (error: unknown) => error,
    )
    if (fault === null) break
    if (performance.now() > until) throw new Error('nobody can sign after the fault', { cause: fault })
  }
  acknowledged.add(ask)
  return performance.now()
}

async function finished({ initiator: client }: Series, { signId }: SharedContract): Promise<void> {
  for (const until = Date.now() + finishLimitMs; Date.now() < until; await pause(100)) {
    const { status } = await client.call('getSignDetailInfo', { signId })
    if (status === 'finish') return
  }
  throw new Error('a contract that all have signed is not finished')
}

/** A kill may interrupt the job that verifies a finished contract and tells: the next server has to take it up. */
async function told({ baseUrl }: ServerProcess, contracts: SharedContract[]): Promise<void> {
  const isTold = (bodies: string[]) =>
    contracts.every(({ signId }) => bodies.some((body) => body.includes(`/s/${signId.slice(0, 11)}`)))
  for (const until = Date.now() + finishLimitMs; Date.now() < until; await pause(200)) {
    const messages = await readOutbox(baseUrl, initiator.phone)
    if (isTold(messages.filter(({ scene }) => scene === 'finished').map(({ body }) => body))) return
  }
  throw new Error('nobody was told of a finished contract')
}

/** Jobs that are due. */
const waitingJobs = (server: ServerProcess) =>
  askOwner(
    server,
    `select task_identifier, attempts, run_at, locked_at, locked_by, queue_name, last_error, now()
      from graphile_worker.jobs where run_at < now()`,
  )
