import { scene } from '@moqi/trust/testing/authority-scene'
import { lazyRenderer } from '@moqi/pdf/page-image/render-page'
import { allVictims } from './all-victims.ts'
import { attackClasses, foreignAttackClasses } from './attack-classes.ts'
import { type AttackResult, judgeAttacks, judgeForeignAttacks } from './judge-attacks.ts'

const print = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

/** Prints every attack on every contract as one table; answers 1 when one is believed or an honest twin is not. */
export async function printAttacks(): Promise<number> {
  const on = await scene()
  const victims = await allVictims(on)
  const renderer = lazyRenderer()

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
  process.stdout.write('\n')
  print('class', 'attacks', 'own: invalid', 'general: invalid', 'general: indeterminate', 'twins valid', 'complaints')
  print(...Array.from({ length: 7 }, () => '---'))
  for (const { name } of [...attackClasses, ...foreignAttackClasses]) {
    const mine = results.filter((result) => result.class === name)
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
