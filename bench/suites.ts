import { signDocument } from '../packages/signing/src/append/sign-document.ts'
import { disc, sample, threeParties } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { type SuiteName, suites } from '../packages/trust/src/suites/suite.ts'
import { median, ownCpu } from './round-figures.ts'

const warmUpRounds = 5
const rounds = 15
/** Signatures of each kind a round; rounds take turns, so that a busy machine slows all alike. */
const perRound = 40
const names: SuiteName[] = [suites['P-256'].name, suites['RSA-2048'].name, suites.SM2.name]

interface Contestant {
  suite: SuiteName
  stamped: boolean
  sign: () => Promise<unknown>
  /** CPU ms of one signature, by round. */
  costs: number[]
}

/**
 * `npm run bench -- suites`: whole signing increments in each suite, without and with a time-stamp of an authority in
 * this process and of the same suite. The sign without time-stamp in P-256 is the measure of all. Answers the exit
 * code.
 */
export async function benchSuites(): Promise<number> {
  const contestants = (await Promise.all(names.map(contestantsOf))).flat()
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const contestant of contestants) {
      const cost = await costOf(contestant)
      if (round >= 0) contestant.costs.push(cost)
    }
  }
  report(contestants)
  return 0
}

async function contestantsOf(suite: SuiteName): Promise<Contestant[]> {
  const on = await scene(undefined, suite)
  const { certifier, timestamps } = on
  const frozen = await freezeDocument(
    { certifier, timestamps, now: () => sceneTime },
    sample('采购框架协议'),
    threeParties,
  )
  const key = await on.party('张三')
  const font = notoSans()
  const image = disc()
  const request = { signature: { slot: 'moqi-0002', image }, signerName: '张三', reason: '同意', at: sceneTime }
  return [false, true].map((stamped) => ({
    suite,
    stamped,
    sign: () => signDocument({ key, font, ...(stamped ? { timestamps } : {}) }, frozen, request),
    costs: [],
  }))
}

async function costOf({ sign }: Contestant): Promise<number> {
  const before = ownCpu()
  for (let made = 0; made < perRound; made++) await sign()
  return (ownCpu() - before) / perRound
}

function report(contestants: Contestant[]): void {
  const reference = median(contestants[0]?.costs ?? [])
  for (const { suite, stamped, costs } of contestants) {
    const cost = median(costs)
    const kind = `${suite.padEnd(8)} ${stamped ? 'with time-stamp   ' : 'without time-stamp'}`
    const speed = `${(1000 / cost).toFixed(0).padStart(5)} signatures per second of one core`
    console.log(`${kind} ${cost.toFixed(2).padStart(6)} ms of CPU, ${speed}, ${(cost / reference).toFixed(1)} × P-256`)
  }
}
