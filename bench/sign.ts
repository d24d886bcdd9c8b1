import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SuiteName } from '../packages/trust/src/suites/suite.ts'
import { measureEngine } from './engine.ts'
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts'
import { openRawLoop, type RawLoop } from './raw-loop.ts'
import { cpuBelow, median, ownCpu } from './round-figures.ts'
import { sendToAll, type SentContract, type Signature } from './sent-contract.ts'
import { castSigners } from './signing-cast.ts'

/**
 * How a suite is measured. A server runs for weeks: what is measured is code that the engine has compiled, and when
 * the later suites have their turn it has been.
 */
type Plan = { suite: SuiteName; warmUpRounds: number; rounds: number }
const plans = {
  p256: { suite: 'P-256', warmUpRounds: 24, rounds: 27 },
  rsa: { suite: 'RSA-2048', warmUpRounds: 6, rounds: 15 },
  sm2: { suite: 'SM2', warmUpRounds: 6, rounds: 15 },
} as const satisfies Record<string, Plan>
/** The last party's signature finishes the contract, which is another piece of work: it is measured by itself. */
const parties = 21
const perRound = parties - 1
const sample = join(import.meta.dirname, '../samples/采购框架协议.pdf')

/** CPU in ms for one piece of work; `database` is PostgreSQL's, null where it cannot be read. */
type Cost = { own: number; database: number | null; wall: number }
type Round = { platform: Cost; raw: Cost }

/**
 * `npm run bench -- sign`: signatures of the whole platform without HTTP against a raw loop in the same suite, then the
 * engine alone. Answers the exit code.
 */
export async function benchSign(): Promise<number> {
  const ofPlatform = await measurePlatform(plans.p256)
  const { ratioToRawLoop: rsaRatioToRawLoop, signaturesPerCpuSecond: rsa } = await measurePlatform(plans.rsa)
  const { ratioToRawLoop: sm2RatioToRawLoop, signaturesPerCpuSecond: sm2 } = await measurePlatform(plans.sm2)
  const ofSuites = {
    rsaRatioToRawLoop,
    sm2RatioToRawLoop,
    rsaSignaturesPerCpuSecond: rsa,
    sm2SignaturesPerCpuSecond: sm2,
  }
  console.log('the engine alone, with time-stamps; of each suite also with its increment stored, and a raw loop')
  console.log(JSON.stringify({ bench: 'sign', ...ofPlatform, ...ofSuites, ...(await measureEngine()) }))
  return 0
}

async function measurePlatform(plan: Plan) {
  const platform = await openPlatform(plan.suite)
  try {
    const raw = await openRawLoop(platform.owner, platform.folder, readFileSync(sample), plan.suite)
    try {
      return await measure(platform, raw, plan)
    } finally {
      await raw.close()
    }
  } finally {
    await platform.close()
  }
}

async function measure(platform: PlatformUnderTest, raw: RawLoop, plan: Plan) {
  const { warmUpRounds } = plan
  const contracts = await prepare(platform, plan)
  const costs = contracts.map((): number[] => [])
  const measured: Round[] = []
  for (const [index, { signatures }] of contracts.entries()) {
    const round = index - warmUpRounds
    const clocks = signatures.slice(0, -1).map((signature) => clocked(signature, costs[index] ?? []))
    const signAll = () => run(platform, clocks)
    const rawAll = () =>
      run(
        platform,
        Array.from({ length: perRound }, () => raw.once),
      )
    const figures = round % 2 === 0 ? await inOrder(signAll, rawAll) : (await inOrder(rawAll, signAll)).toReversed()
    const [ofPlatform, ofRaw] = figures
    if (round >= 0 && ofPlatform && ofRaw) measured.push({ platform: ofPlatform, raw: ofRaw })
  }
  const finishing = await finish(platform, contracts.slice(warmUpRounds))
  return report(plan, measured, costs.slice(warmUpRounds), finishing)
}

async function prepare({ deps, quiet }: PlatformUnderTest, { warmUpRounds, rounds }: Plan): Promise<SentContract[]> {
  const pdf = readFileSync(sample)
  const signers = await castSigners(deps, parties)
  const [initiator] = signers
  if (!initiator) throw new Error('nobody to launch contracts')
  const contracts: SentContract[] = []
  for (let made = 0; made < warmUpRounds + rounds; made++) {
    contracts.push(await sendToAll(deps, initiator, signers, pdf))
  }
  await quiet()
  return contracts
}

function clocked(signature: Signature, into: number[]): Signature {
  return async () => {
    const before = ownCpu()
    await signature()
    into.push(ownCpu() - before)
  }
}

async function inOrder(...works: (() => Promise<Cost>)[]): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const work of works) costs.push(await work())
  return costs
}

/** One after the other; the cost of one. */
async function run({ postmaster }: PlatformUnderTest, works: Signature[]): Promise<Cost> {
  // Reading what PostgreSQL used costs CPU here, so it stands outside of what is measured.
  const before = { database: cpuBelow(postmaster), own: ownCpu(), wall: performance.now() }
  for (const work of works) await work()
  const wall = performance.now() - before.wall
  const own = ownCpu() - before.own
  const database = cpuBelow(postmaster)
  return {
    own: own / works.length,
    database: database === null || before.database === null ? null : (database - before.database) / works.length,
    wall: wall / works.length,
  }
}

/** CPU in ms of each signature that finishes a contract; the verification it queues runs between two. */
async function finish({ quiet }: PlatformUnderTest, contracts: SentContract[]): Promise<number[]> {
  const costs: number[] = []
  for (const { signatures } of contracts) {
    await Promise.all(signatures.slice(-1).map((signature) => clocked(signature, costs)()))
    await quiet()
  }
  return costs
}

/** Prints the figures and answers those of the last line. */
function report({ suite, rounds }: Plan, measured: Round[], costs: number[][], finishing: number[]) {
  const middle = (cost: (round: Round) => number | null) => median(measured.map((round) => cost(round) ?? 0))
  const nth = (n: number) => median(costs.flatMap((document) => document[n - 1] ?? []))
  const own = middle(({ platform }) => platform.own)
  const raw = middle((round) => round.raw.own)
  const line = (name: string, cost: (round: Round) => Cost) => {
    const [cpu, database, wall] = [
      middle((round) => cost(round).own),
      middle((round) => cost(round).database),
      middle((round) => cost(round).wall),
    ]
    console.log(`${name} ${ms(cpu)} of CPU here, ${ms(database)} in PostgreSQL, ${ms(wall)} by the clock`)
  }
  console.log(
    `${suite}: ${rounds} rounds of ${perRound} signatures and ${perRound} raw iterations, in turn; medians. CPU is user + system of this`,
  )
  console.log('process, which holds the whole platform but PostgreSQL; PostgreSQL is listed apart and in no ratio.')
  line('a signature    ', ({ platform }) => platform)
  line('a raw iteration', (round) => round.raw)
  console.log(`of ${costs.length} documents: signature 2 ${ms(nth(2))}, 10 ${ms(nth(10))}, 20 ${ms(nth(20))} of CPU`)
  console.log(`the last signature, which finishes the contract for all ${parties}: ${ms(median(finishing))} of CPU`)
  const spread = measured.map((round) => (round.raw.own / round.platform.own).toFixed(2)).join(' ')
  console.log(`ratio to the raw loop, round by round: ${spread}`)
  return {
    ratioToRawLoop: rounded(median(measured.map((round) => round.raw.own / round.platform.own))),
    ratioToNthSignature: rounded(nth(20) / nth(2)),
    signaturesPerCpuSecond: Math.round(1000 / own),
    rawPerCpuSecond: Math.round(1000 / raw),
    rounds,
  }
}

const ms = (value: number) => `${value.toFixed(2)} ms`
const rounded = (value: number) => Math.round(value * 1000) / 1000
