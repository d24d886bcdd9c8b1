import { type Scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import type { Renderer } from '@moqi/pdf/page-image/render-page'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { FileVerdict, Verdict } from '@moqi/verify/verdict'
import { sealPair } from './seal-files.ts'

/** What became of the pairs of one size of print. */
export interface SealRates {
  honest: number
  /** Honest files that are called invalid, or open although their seal leaves everything to be read. */
  alarms: number
  /** Honest files of which it is told what their seal covers. */
  open: number
  twins: number
  /** Twins that are called valid. */
  misses: number
  /** Twins that are called invalid. */
  refuted: number
}

/** The rates by size of print in points, and a sentence for each alarm and miss. */
export interface JudgedSeals {
  bySize: Record<string, SealRates>
  failures: string[]
}

const told = ({ verdict, reasonArray }: Verdict) => {
  const heavy = reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  return `${verdict}, ${heavy.map(({ code, detail }) => `${code} ${detail ?? ''}`).join('; ')}`
}

/** Makes so many pairs and judges both of each; `seen` gets what was judged wrongly, to be kept. */
export async function judgeSeals(
  on: Scene,
  renderer: Renderer,
  { pairs, seed }: { pairs: number; seed: number },
  seen: (name: string, bytes: Buffer) => void = () => {},
): Promise<JudgedSeals> {
  const trustedRoots = [on.root.key.identity.certificate]
  const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots, now: sceneTime, renderer })
  const bySize: Record<string, SealRates> = {}
  const failures: string[] = []
  for (let number = seed; number < seed + pairs; number++) {
    const pair = await sealPair(on, renderer, number)
    const [honest, twin] = [await judge(pair.honest), await judge(pair.twin)]
    const found = { alarm: isAlarm(honest.verdict, pair.isHarmless), miss: isMissed(twin.verdict) }
    if (found.alarm) {
      failures.push(`false alarm ${pair.name}: ${told(honest)}`)
      seen(`${number}-honest`, pair.honest)
    }
    if (found.miss) {
      failures.push(`missed ${pair.name}: ${told(twin)}`)
      seen(`${number}-twin`, pair.twin)
    }
    const rates = (bySize[pair.size] ??= { honest: 0, alarms: 0, open: 0, twins: 0, misses: 0, refuted: 0 })
    rates.honest += 1
    rates.twins += 1
    rates.alarms += Number(found.alarm)
    rates.misses += Number(found.miss)
    rates.open += Number(!found.alarm && honest.verdict === 'indeterminate')
    rates.refuted += Number(twin.verdict === 'invalid')
  }
  return { bySize, failures }
}

/** What a seal covers may be open, never refuted; where it leaves everything to be read nothing is open. */
const isAlarm = (verdict: FileVerdict, isHarmless: boolean) =>
  verdict !== 'valid' && (isHarmless || verdict !== 'indeterminate')

const isMissed = (verdict: FileVerdict) => verdict !== 'invalid' && verdict !== 'indeterminate'
