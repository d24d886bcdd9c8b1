import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sample } from '@moqi/signing/testing/signing-scene'
import { type SuiteName, suites } from '../packages/trust/src/suites/suite.ts'
import { engineScene, type NextSignature } from './engine-scene.ts'
import { heavyPdf } from './heavy-pdf.ts'
import { rawFile, storeFile } from './raw-file.ts'
import { median, ownCpu } from './round-figures.ts'

const warmUpRounds = 6
const rounds = 21
/** Pieces of work of each kind a round; kinds take turns, so that a busy machine slows all alike. */
const perRound = 20
const heavyBytes = 50 * 1024 * 1024
const suiteNames: SuiteName[] = [suites['P-256'].name, suites['RSA-2048'].name, suites.SM2.name]

/** What the engine alone costs, without the platform; ratios of CPU, so that 1.2 is a fifth more. */
export type EngineFigures = {
  /** With a time-stamp in the same suite, made in this process. */
  engineSignaturesPerCpuSecond: Record<string, number>
  /** Signing and storing the increment against reading, hashing, one signature and storing; 1 is as cheap. */
  engineToRawLoop: Record<string, number>
  hundredthToSecond: number
  pages301To18: number
  megabytes50To18: number
  /** P-256 with a time-stamp, where the seal is in the document already. */
  bytesPerSignature: number
}

/** One kind of work, with the CPU ms of one piece of it by round. */
type Kind = { name: string; work: () => Promise<unknown>; costs: number[] }

/** `npm run bench -- engine`: the engine alone. Answers the exit code. */
export async function benchEngine(): Promise<number> {
  console.log(JSON.stringify({ bench: 'engine', ...(await measureEngine()), rounds }))
  return 0
}

/** Measures it in a folder of its own and prints each kind of work. */
export async function measureEngine(): Promise<EngineFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-engine-'))
  try {
    const { kinds, second } = await kindsIn(folder)
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        const cost = await costOf(kind)
        if (round >= 0) kind.costs.push(cost)
      }
    }
    const { increment } = await second()
    return figures(kinds, increment.length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function kindsIn(folder: string): Promise<{ kinds: Kind[]; second: NextSignature }> {
  const agreement = sample('采购框架协议')
  const kinds: Kind[] = []
  const add = (name: string, work: Kind['work']) => kinds.push({ name, work, costs: [] })
  for (const suite of suiteNames) {
    const second = await (await (await engineScene(suite)).freeze(agreement))(2)
    add(suite, second)
    add(`${suite} stored`, async () => storeFile(folder, (await second()).increment))
    add(`${suite} raw`, await rawFile(folder, agreement, suite))
  }
  const on = await engineScene('P-256')
  const nth = await on.freeze(agreement)
  const second = await nth(2)
  add('second', second)
  add('hundredth', await nth(100))
  add('301 pages', await (await on.freeze(sample('建设工程总承包合同-301页')))(2))
  const heavy = join(folder, 'heavy.pdf')
  writeFileSync(heavy, heavyPdf(agreement, heavyBytes))
  add('50 MB', await (await on.freeze(readFileSync(heavy)))(2))
  return { kinds, second }
}

async function costOf({ work }: Kind): Promise<number> {
  const before = ownCpu()
  for (let made = 0; made < perRound; made++) await work()
  return (ownCpu() - before) / perRound
}

function figures(kinds: Kind[], bytesPerSignature: number): EngineFigures {
  const costs = (name: string) => kinds.find((kind) => kind.name === name)?.costs ?? []
  /** Round by round, since what slows one kind slows its neighbour in the same round. */
  const ratio = (of: string, to: string) =>
    rounded(median(costs(of).map((cost, round) => cost / (costs(to)[round] ?? Number.NaN))))
  for (const kind of kinds) console.log(`${kind.name.padEnd(16)} ${median(kind.costs).toFixed(3)} ms of CPU`)
  return {
    engineSignaturesPerCpuSecond: bySuite((suite) => Math.round(1000 / median(costs(suite)))),
    engineToRawLoop: bySuite((suite) => ratio(`${suite} raw`, `${suite} stored`)),
    hundredthToSecond: ratio('hundredth', 'second'),
    pages301To18: ratio('301 pages', 'second'),
    megabytes50To18: ratio('50 MB', 'second'),
    bytesPerSignature,
  }
}

const bySuite = (figure: (suite: SuiteName) => number) =>
  Object.fromEntries(suiteNames.map((suite) => [suite, figure(suite)]))

const rounded = (value: number) => Math.round(value * 1000) / 1000
