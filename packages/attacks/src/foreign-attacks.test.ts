import { expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { lazyRenderer } from '@moqi/pdf/page-image/lazy-renderer'
import { foreignAttackClasses } from './attack-classes.ts'
import { foreignAnnotation } from './evil-annotation.ts'
import { floodedForm } from './flooded-form.ts'
import { makeForeignVictim, signSecond } from './foreign-victim.ts'
import { judgeForeignAttacks } from './judge-attacks.ts'

const renderer = lazyRenderer()
const on = await scene()
const approved = await makeForeignVictim('none', on)
const certified = await makeForeignVictim(2, on)
const unchangeable = await makeForeignVictim(1, on)
const annotatable = await makeForeignVictim(3, on)
const victims = [approved, certified, unchangeable, annotatable]

test.each(victims)(
  'the contract $name is valid, and where it may be also with its second signature',
  async (victim) => {
    const twice = await signSecond(on, victim.bytes)
    for (const bytes of [victim.bytes, twice]) {
      const trustedRoots = [on.root.key.identity.certificate]
      const { verdict } = await verifyPdf(bytes, { trustedRoots, now: sceneTime, renderer })
      expect(verdict).toBe(bytes === twice && victim.level === 1 ? 'invalid' : 'valid')
    }
  },
)

test('every attack has its own name and another file than its twin', async () => {
  for (const attackClass of foreignAttackClasses) {
    const attacks = await attackClass.attacks(certified)
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
    expect(attacks.filter(({ forged, twin }) => forged.equals(twin))).toEqual([])
  }
})

// Every class at every level: npm run attacks.
const fewest = new Map([
  [floodedForm, [certified]],
  [foreignAnnotation, [annotatable]],
])
const cases = foreignAttackClasses.flatMap((attackClass) => {
  const used = fewest.get(attackClass) ?? [approved, certified]
  return used.map((victim) => ({ name: attackClass.name, contract: victim.name, attackClass, victim }))
})

test.each(cases)('$name on the contract $contract is refused, its honest twins are not', async (one) => {
  const results = await judgeForeignAttacks(one.attackClass, one.victim, renderer)
  expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
})
