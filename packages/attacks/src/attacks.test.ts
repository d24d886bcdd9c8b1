import { describe, expect, test } from 'vitest'
import { sceneTime } from '@moqi/trust/testing/authority-scene'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { attackClasses } from './attack-classes.ts'
import { judgeAttacks } from './judge-attacks.ts'
import { makeVictim, preparedUpload } from './victims.ts'

// Every class on five contracts: npm run attacks.
const victim = await makeVictim('table', preparedUpload('table'))

test('the contract, as its parties signed it, is valid', async () => {
  const { bytes, unfinished, on } = victim
  const roots = [on.root.key.identity.certificate]
  const judged = (honest: Buffer) => verifyPdf(honest, { trustedRoots: roots, ownRoots: roots, now: sceneTime })
  expect(await judged(bytes)).toMatchObject({ verdict: 'valid', complete: true })
  const { reasonArray } = await judged(unfinished)
  const open = reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  expect(open.map(({ code }) => code)).toEqual(['contract-unfinished'])
})

describe.each(attackClasses)('$name', (attackClass) => {
  test('has at least twelve attacks, each under its own name', async () => {
    const attacks = await attackClass.attacks(victim)
    expect(attacks.length).toBeGreaterThanOrEqual(12)
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
    expect(attacks.filter(({ forged, twin }) => forged.equals(twin))).toEqual([])
  })

  test('is refused with a fitting reason while every honest twin is accepted', async () => {
    const results = await judgeAttacks(attackClass, victim)
    expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  })
})

test('an attack that is believed is complained of, and so is a twin that is not', async () => {
  const { bytes } = victim
  const forged = Buffer.from(bytes)
  forged[20] = (forged[20] ?? 0) ^ 1
  const attacks = () => [{ name: 'the wrong way round', forged: bytes, twin: forged }]
  const results = await judgeAttacks({ name: 'ISA', families: ['changed'], needsPreparation: false, attacks }, victim)
  expect(results[0]?.complaints).toHaveLength(4)
})
