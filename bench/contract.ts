import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cost, costOf, spreadOf, sumOf } from './contract-cost.ts'
import { openLeanLoop } from './lean-loop.ts'
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts'
import type { RawLoop } from './raw-loop.ts'
import { type SentContract, sendToAll } from './sent-contract.ts'
import { castSigners, type Signer } from './signing-cast.ts'
import { measureTenants } from './tenant-load.ts'
import { measureContracts } from './whole-contract.ts'

const sample = join(import.meta.dirname, '../samples/采购框架协议.pdf')
const people = 40
const parties = 21
/** The last party's signature finishes the contract, which is other work. */
const perRound = parties - 1
/** A server runs for weeks: what is measured is code that the engine has compiled. */
const warmUpRounds = 24
const rounds = 24

/**
 * `npm run bench -- contract`: a signature of the whole platform, without HTTP, against the least that one can be; one
 * tenant's signatures against forty's; and contracts from upload to archive. CPU is this process's and PostgreSQL's
 * together, and figures are of sums. Answers the exit code.
 */
export async function benchContract(): Promise<number> {
  const platform = await openPlatform('P-256')
  try {
    const pdf = readFileSync(sample)
    const cast = await castSigners(platform.deps, people)
    const lean = await openLeanLoop(platform.owner)
    const ofSigning = await measureSigning(platform, cast.slice(0, parties), pdf, lean).finally(lean.close)
    const ofContracts = reportContracts(await measureContracts(platform, cast.slice(0, 3), pdf))
    const { one, many } = await measureTenants(platform, cast, pdf)
    const oneTenantRatio = rounded(sum(one) / sum(many))
    console.log(`signatures a second by 16 clients, round by round: of one tenant ${whole(one)}, of 40 ${whole(many)}`)
    console.log(JSON.stringify({ bench: 'contract', ...ofSigning, oneTenantRatio, ...ofContracts }))
    return 0
  } finally {
    await platform.close()
  }
}

type Round = { platform: Cost; lean: Cost }

async function measureSigning(platform: PlatformUnderTest, cast: readonly Signer[], pdf: Buffer, lean: RawLoop) {
  const contracts = await sendContracts(platform, cast, pdf)
  const measured: Round[] = []
  for (const [index, { signatures }] of contracts.entries()) {
    const signing = () =>
      costOf(platform, perRound, async () => {
        for (const signature of signatures.slice(0, -1)) await signature()
      })
    const least = () =>
      costOf(platform, perRound, async () => {
        for (let done = 0; done < perRound; done++) await lean.once()
      })
    const isPlatformFirst = index % 2 === 0
    const first = await (isPlatformFirst ? signing() : least())
    const second = await (isPlatformFirst ? least() : signing())
    const round = isPlatformFirst ? { platform: first, lean: second } : { platform: second, lean: first }
    if (index >= warmUpRounds) measured.push(round)
  }
  return reportSigning(measured)
}

async function sendContracts(
  platform: PlatformUnderTest,
  cast: readonly Signer[],
  pdf: Buffer,
): Promise<SentContract[]> {
  const [initiator] = cast
  if (!initiator) throw new Error('nobody to launch contracts')
  const contracts: SentContract[] = []
  for (let made = 0; made < warmUpRounds + rounds; made++) {
    contracts.push(await sendToAll(platform.deps, initiator, cast, pdf))
  }
  await platform.quiet()
  return contracts
}

function reportSigning(measured: readonly Round[]) {
  const platform = sumOf(measured.map((round) => round.platform))
  const lean = sumOf(measured.map((round) => round.lean))
  console.log(`${rounds} rounds of ${perRound} signatures and as many iterations of the leanest loop, in turn; sums.`)
  for (const [name, { cpu, wall, count }] of [
    ['a signature', platform],
    ['a lean iteration', lean],
  ] as const) {
    console.log(`${name}: ${ms(cpu / count)} of CPU here and in PostgreSQL, ${ms(wall / count)} by the clock`)
  }
  const ratios = (of: 'cpu' | 'wall') => measured.map((round) => round.lean[of] / round.platform[of])
  console.log(`ratio of CPU, round by round: ${spreadOf(ratios('cpu'))}; by the clock: ${spreadOf(ratios('wall'))}`)
  return { cpuRatio: rounded(lean.cpu / platform.cpu), wallRatio: rounded(lean.wall / platform.wall) }
}

function reportContracts({
  launches,
  contracts,
  bytesPerSignature,
  databaseBytes,
}: Awaited<ReturnType<typeof measureContracts>>) {
  console.log(`a launch of three parties: ${ms(mean(launches))} of CPU (${spreadOfCpu(launches)})`)
  console.log(`from upload to archive, jobs with it: ${ms(mean(contracts))} of CPU (${spreadOfCpu(contracts)})`)
  return {
    bytesPerSignature: Math.round(bytesPerSignature),
    launchMs: rounded(mean(launches)),
    contractMs: rounded(mean(contracts)),
    databaseKb: rounded(databaseBytes / 1024),
  }
}

const mean = (costs: readonly Cost[]) => sumOf(costs).cpu / costs.length
const spreadOfCpu = (costs: readonly Cost[]) => spreadOf(costs.map(({ cpu }) => cpu))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const whole = (values: readonly number[]) => values.map((value) => Math.round(value)).join(' ')
const ms = (value: number) => `${value.toFixed(2)} ms`
const rounded = (value: number) => Math.round(value * 1000) / 1000
