import { scene } from '@moqi/trust/testing/authority-scene'
import { lazyRenderer } from '@moqi/pdf/page-image/lazy-renderer'
import { allVictims } from './all-victims.ts'
import { attackClasses, foreignAttackClasses } from './attack-classes.ts'
import { eyeClasses } from './eye/eye-classes.ts'
import { eyeStage } from './eye/eye-stage.ts'
import { type AttackResult, judgeAttacks, judgeEyeAttacks, judgeForeignAttacks } from './judge-attacks.ts'

const print = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

/**
 * Prints every attack on every contract as one table, with `only` those on what is seen whose names begin so;
 * answers 1 when one is believed or an honest twin is not.
 */
export async function printAttacks(only?: string): Promise<number> {
  const on = await scene()
  const victims = only !== undefined ? { own: [], foreign: [] } : await allVictims(on)
  const renderer = lazyRenderer()
  const stage = await eyeStage(on)

  print('class', 'contract', 'attack', 'own', 'general', 'reason', 'twin', 'complaint')
  print(...Array.from({ length: 8 }, () => '---'))
  const results: AttackResult[] = []
  const report = (found: AttackResult[]) => {
    for (const { victim, attack, own = '–', general, reason, twin, complaints, ...one } of found) {
      print(one.class, victim, attack, own, general, reason, twin, complaints.join('; '))
    }
    results.push(...found)
  }
  for (const attackClass of attackClasses) {
    for (const { victim, isPrepared } of victims.own) {
      if (attackClass.needsPreparation && !isPrepared) continue
      report(await judgeAttacks(attackClass, victim))
    }
  }
  for (const attackClass of foreignAttackClasses) {
    for (const victim of victims.foreign) report(await judgeForeignAttacks(attackClass, victim, renderer))
  }
  const seen = eyeClasses.filter(({ name }) => name.startsWith(only ?? ''))
  for (const attackClass of seen) report(await judgeEyeAttacks(attackClass, stage, renderer))
  process.stdout.write('\n')
  print('class', 'attacks', 'own: invalid', 'general: invalid', 'general: indeterminate', 'twins valid', 'complaints')
  print(...Array.from({ length: 7 }, () => '---'))
  for (const [name, mine] of Map.groupBy(results, (result) => result.class)) {
    const count = (is: (result: AttackResult) => boolean) => String(mine.filter(is).length)
    print(
      name,
      String(mine.length),
      count(({ own }) => own === 'invalid'),
      count(({ general }) => general === 'invalid'),
      count(({ general }) => general === 'indeterminate'),
      count(({ twin }) => twin === 'valid'),
      count(({ complaints }) => complaints.length > 0),
    )
  }
  return results.some(({ complaints }) => complaints.length > 0) ? 1 : 0
}
