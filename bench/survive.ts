import { setTimeout as pause } from 'node:timers/promises'
import { initiator } from '../scripts/demo/cast.ts'
import { readOutbox } from '../scripts/demo/outbox.ts'
import { judge, type SharedFaults } from './judge-shared.ts'
import { openSeries, type Series } from './kill-series.ts'
import type { ServerProcess } from './server-process.ts'
import type { Ask, SharedContract } from './shared-contract.ts'

/** A running server, and a fault that strikes it; what only a hand can put right, the fault puts right as well. */
export type FaultScene = {
  fault: string
  /** Lets `use` have the server and the fault; both are gone afterwards. */
  on: <T>(use: (server: ServerProcess, strike: () => Promise<void>) => Promise<T>) => Promise<T>
}

/**
 * What `times` faults did: signatures acknowledged before each, what became of them, asks whose connection was cut
 * without an answer, and the median and longest time from the end of a fault to the first answer, in ms.
 */
export type SurvivalReport = SharedFaults & {
  fault: string
  times: number
  acknowledged: number
  cut: number
  back: { medianMs: number; worstMs: number }
}

/** A contract prepared too long ago has no proof of will any more. */
const perSeries = 20
const finishLimitMs = 60_000
const backLimitMs = 60_000
/** Undici's and the system's words for a connection that ended before its answer. */
const cutWords = /ECONNRESET|EPIPE|other side closed|socket hang up|terminated/

/**
 * Has a fault strike at a random moment while eight people sign one contract, `times` times, each time on the same
 * data; judges every document when the server answers again, and again after all have signed. Throws when it does not
 * come back within a minute, a contract cannot be finished, or its initiator is not told.
 */
export async function survive(
  { fault, on }: FaultScene,
  times: number,
  tell: (line: string) => void,
): Promise<SurvivalReport> {
  const report = { fault, times, acknowledged: 0, lost: 0, doubled: 0, invalid: 0, cut: 0 }
  // Follows how long eight signatures take here, so that faults fall among them.
  const moment = { spanMs: 400 }
  const backMs: number[] = []
  return on(async (server, strike) => {
    for (let done = 0; done < times;) {
      const series = await openSeries(server.baseUrl, Math.min(perSeries, times - done))
      for (const [index, contract] of series.contracts.entries()) {
        await series.keepProofs(index)
        tell(`${++done}/${times} ${await once(server, series, contract, { report, moment, strike, backMs })}`)
      }
      await told(server, series)
    }
    backMs.sort((a, b) => a - b)
    const back = { medianMs: backMs[backMs.length >> 1] ?? 0, worstMs: backMs.at(-1) ?? 0 }
    return { ...report, back }
  })
}

type Round = {
  report: Omit<SurvivalReport, 'back'>
  moment: { spanMs: number }
  strike: () => Promise<void>
  backMs: number[]
}

async function once(
  server: ServerProcess,
  series: Series,
  contract: SharedContract,
  { report, moment, strike, backMs }: Round,
): Promise<string> {
  const acknowledged = new Set<Ask>()
  const asked = contract.asks.map((ask) =>
    series.sign(ask).then(
      () => void acknowledged.add(ask),
      (error: unknown) => {
        if (cutWords.test(wordsOf(error))) report.cut += 1
      },
    ),
  )
  const delay = Math.random() * moment.spanMs
  await pause(delay)
  const before = acknowledged.size
  await strike()
  const took = await answeredAgain(series)
  backMs.push(took)
  await Promise.all(asked)
  moment.spanMs *= before === contract.asks.length ? 0.8 : before === 0 ? 1.2 : 1
  report.acknowledged += acknowledged.size
  const stored = await judge(server, series, contract, { report, acknowledged })
  for (const ask of contract.asks) {
    if (!acknowledged.has(ask)) await series.sign(ask).then(() => acknowledged.add(ask))
  }
  await finished(series, contract)
  await judge(server, series, contract, { report, acknowledged })
  return `struck after ${delay.toFixed(0)} ms: ${stored} stored, back after ${took} ms, finished afterwards`
}

function wordsOf(error: unknown): string {
  return error instanceof Error
    ? `${error.message} ${'code' in error ? String(error.code) : ''} ${wordsOf(error.cause)}`
    : ''
}

/** Asks until there is an answer; how long that took, in ms. */
async function answeredAgain({ initiator: client }: Series): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const answered = await client.call('listTasks', { pageSize: 10 }).then(
      () => true,
      () => false,
    )
    const took = Math.round(performance.now() - startedAt)
    if (answered) return took
    if (took > backLimitMs) throw new Error(`no answer ${backLimitMs / 1000} s after the fault`)
    await pause(50)
  }
}

async function finished({ initiator: client }: Series, { signId }: SharedContract): Promise<void> {
  for (const until = Date.now() + finishLimitMs; Date.now() < until; await pause(100)) {
    const { status } = await client.call('getSignDetailInfo', { signId })
    if (status === 'finish') return
  }
  throw new Error('a contract that all have signed is not finished')
}

/** A kill may interrupt the job that verifies a finished contract and tells: the next server has to take it up. */
async function told({ baseUrl }: ServerProcess, { contracts }: Series): Promise<void> {
  const isTold = (bodies: string[]) =>
    contracts.every(({ signId }) => bodies.some((body) => body.includes(`/s/${signId.slice(0, 11)}`)))
  for (const until = Date.now() + finishLimitMs; Date.now() < until; await pause(200)) {
    const messages = await readOutbox(baseUrl, initiator.phone)
    if (isTold(messages.filter(({ scene }) => scene === 'finished').map(({ body }) => body))) return
  }
  throw new Error('nobody was told of a finished contract')
}
