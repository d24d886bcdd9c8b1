import { describe, expect, test } from 'vitest'
import { sample } from '@moqi/signing/testing/signing-scene'
import { sceneTime } from '@moqi/trust/testing/authority-scene'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { attackClasses } from './attack-classes.ts'
import { judgeAttacks } from './judge-attacks.ts'
import { makeVictim, preparedUpload } from './victims.ts'

const victims = {
  table: await makeVictim('table', preparedUpload('table')),
  stream: await makeVictim('stream', preparedUpload('stream')),
  pages18: await makeVictim('18 pages', sample('采购框架协议')),
}

test.each(Object.values(victims))(
  'the contract $name, as its parties signed it, is valid',
  async ({ bytes, unfinished, on }) => {
    const roots = [on.root.key.identity.certificate]
    for (const honest of [bytes, unfinished]) {
      const verdict = await verifyPdf(honest, { trustedRoots: roots, ownRoots: roots, now: sceneTime })
      expect(verdict).toMatchObject({ verdict: 'valid' })
    }
  },
)

describe.each(attackClasses)('$name', (attackClass) => {
  test('has at least twelve attacks, each under its own name', async () => {
    const attacks = await attackClass.attacks(victims.table)
    expect(attacks.length).toBeGreaterThanOrEqual(12)
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
    expect(attacks.filter(({ forged, twin }) => forged.equals(twin))).toEqual([])
  })

  test('is refused with a fitting reason while every honest twin is accepted', async () => {
    const results = await judgeAttacks(attackClass, victims.table)
    expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  })
})

test('an attack that is believed is complained of, and so is a twin that is not', async () => {
  const { bytes } = victims.table
  const forged = Buffer.from(bytes)
  forged[20] = (forged[20] ?? 0) ^ 1
  const attacks = () => [{ name: 'the wrong way round', forged: bytes, twin: forged }]
  const results = await judgeAttacks(
    { name: 'ISA', families: ['changed'], needsPreparation: false, attacks },
    victims.table,
  )
  expect(results[0]?.complaints).toHaveLength(4)
})

// The other classes in stream form, and every class on five contracts: npm run attacks.
test.each(attackClasses.filter(({ name }) => name === 'ISA' || name === 'shadow hide-and-replace'))(
  '$name is refused where cross-references are streams',
  async (attackClass) => {
    const results = await judgeAttacks(attackClass, victims.stream)
    expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  },
)

test.each(attackClasses.filter(({ name }) => name === 'SWA' || name === 'SSA'))(
  '$name is refused on the contract of 18 pages',
  async (attackClass) => {
    const results = await judgeAttacks(attackClass, victims.pages18)
    expect(results.filter(({ complaints }) => complaints.length > 0)).toEqual([])
  },
)
