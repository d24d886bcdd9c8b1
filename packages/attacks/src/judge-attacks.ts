import { sceneTime } from '@moqi/trust/testing/authority-scene'
import { type Reason, type ReasonFamily, reasonText } from '@moqi/verify/reasons'
import type { FileVerdict, Verdict } from '@moqi/verify/verdict'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { Renderer } from '@moqi/pdf/page-image/render-page'
import type { AttackClass } from './attack.ts'
import type { EyeStage } from './eye/eye-stage.ts'
import type { ForeignVictim } from './foreign-victim.ts'
import type { Victim } from './victims.ts'

/** What became of one attack. */
export interface AttackResult {
  victim: string
  class: string
  attack: string
  /** Judged as a document of ours, by the strict profile; undefined where nobody would take it for one. */
  own: FileVerdict | undefined
  /** Judged by the general table, as anybody's document. */
  general: FileVerdict
  /** The weightiest reason of the general judgement that fits the class. */
  reason: string
  /** The twin by the general table. */
  twin: FileVerdict
  /** What is wrong with the outcome; empty when nothing is. */
  complaints: string[]
}

/** Runs every attack of a class on a contract of ours. */
export function judgeAttacks(attackClass: AttackClass, victim: Victim): Promise<AttackResult[]> {
  const roots = [victim.on.root.key.identity.certificate]
  return judgeAll(attackClass, victim, (bytes) =>
    verifyPdf(bytes, { trustedRoots: roots, ownRoots: roots, now: sceneTime }),
  )
}

/** Runs the attacks of a class on what is seen, the first `most` of them or all. */
export function judgeEyeAttacks(
  attackClass: AttackClass<EyeStage>,
  stage: EyeStage,
  renderer: Renderer,
  most?: number,
): Promise<AttackResult[]> {
  const fewest = { ...attackClass, attacks: () => attackClass.attacks(stage, most) }
  return judgeAll(fewest, stage, undefined, renderer)
}

/** Runs every attack of a class on a contract that others made; what twins show is compared as well. */
export function judgeForeignAttacks(
  attackClass: AttackClass<ForeignVictim>,
  victim: ForeignVictim,
  renderer: Renderer,
): Promise<AttackResult[]> {
  return judgeAll(attackClass, victim, undefined, renderer)
}

async function judgeAll<Target extends Pick<Victim, 'name' | 'on'>>(
  attackClass: AttackClass<Target>,
  victim: Target,
  judgeOwn: ((bytes: Buffer) => Promise<Verdict>) | undefined,
  renderer?: Renderer,
): Promise<AttackResult[]> {
  const trustedRoots = [victim.on.root.key.identity.certificate]
  const judge = (bytes: Buffer, drawing: Renderer | undefined) =>
    verifyPdf(bytes, { trustedRoots, ownRoots: [], now: sceneTime, renderer: drawing })
  const twins = new Map<string, Verdict>()
  const judgeTwin = async (twin: Buffer) => {
    const key = twin.toString('latin1')
    const verdict = twins.get(key) ?? (await judge(twin, renderer))
    twins.set(key, verdict)
    return verdict
  }
  const results: AttackResult[] = []
  for (const { name, forged, twin } of await attackClass.attacks(victim)) {
    const own = await judgeOwn?.(forged)
    const general = await judge(forged, attackClass.showsOnly ? renderer : undefined)
    const honest = await judgeTwin(twin)
    const fitting = general.reasonArray.find((one) => weighs(one) && fits(one, attackClass.families))
    const complaints: string[] = []
    if (own && !isRefused(own, attackClass)) complaints.push(`${own.verdict} as a document of ours`)
    if (general.verdict === 'valid') complaints.push('valid as a document of anybody')
    if (!fitting) complaints.push(`no fitting reason: ${codes(general)}`)
    if (honest.verdict !== 'valid') complaints.push(`twin ${honest.verdict}: ${codes(honest)}`)
    results.push({
      victim: victim.name,
      class: attackClass.name,
      attack: name,
      own: own?.verdict,
      general: general.verdict,
      reason: fitting?.code ?? '',
      twin: honest.verdict,
      complaints,
    })
  }
  return results
}

const isRefused = ({ verdict }: Verdict, { leavesOpen = false }: { leavesOpen?: boolean }) =>
  verdict === 'invalid' || (leavesOpen && verdict === 'indeterminate')

const weighs = ({ severity }: Reason) => severity === 'invalid' || severity === 'indeterminate'

const fits = ({ code }: Reason, families: ReasonFamily[]) =>
  code !== 'own-profile-violated' && families.includes(reasonText(code).family)

const codes = ({ reasonArray }: Verdict) =>
  reasonArray
    .filter(weighs)
    .map(({ code, detail }) => `${code}${detail === undefined ? '' : ` (${detail})`}`)
    .join(', ')
