import { randomUUID } from 'node:crypto'
import { nullWhenRefused } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { changeQuota, type QuotaChange } from './change-quota.ts'
import { expirePacks } from './expire-packs.ts'
import { givePack } from './give-pack.ts'
import { readSurplus, requireQuota } from './read-surplus.ts'
import { withdrawUnused } from './withdraw-pack.ts'

const start = Date.UTC(2026, 10, 20, 2)
let database: OwnDatabase
let db: Database
let clock = start

const deps = () => ({ db, now: () => clock, newId: () => randomUUID() })

beforeAll(async () => {
  database = await testDatabase(await migrated())
  db = openDatabase(await migrate(database.owner, () => 'secret'))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const give = (tenantId: string, total: number, expiresAt: number | null) =>
  db.write(tenantId, (tx) => givePack(deps(), tx, tenantId, { kind: 'gift', total, expiresAt }))
/** What an order of four 份 for two days comes to; null where it was credited before. */
const buy = (tenantId: string, orderId: string) =>
  db.write(tenantId, (tx) =>
    givePack(deps(), tx, tenantId, {
      kind: 'bought',
      total: 4,
      expiresAt: clock + 2 * dayMs,
      bought: { orderId, name: '企业4份' },
    }),
  )
const apply = (kind: QuotaChange['kind'], tenantId: string, contractId: string) =>
  db.write(tenantId, (tx) => changeQuota(deps(), tx, { kind, tenantId, contractId }))
const spend = (tenantId: string, contractId: string) => apply('spend', tenantId, contractId)
const refund = (tenantId: string, contractId: string) => apply('refund', tenantId, contractId)
const surplus = (tenantId: string) => db.read(tenantId, (own) => readSurplus(own, tenantId, clock))
const packs = (tenantId: string) =>
  db.read(tenantId, (own) =>
    own.selectFrom('quota_pack').select(['total', 'remaining', 'expires_at']).orderBy('total').execute(),
  )
const lines = (tenantId: string) =>
  db.read(tenantId, (own) =>
    own.selectFrom('quota_entry').select(['kind', 'change', 'pack_id', 'contract_id']).execute(),
  )
const written = async (tenantId: string) => (await lines(tenantId)).reduce((sum, { change }) => sum + change, 0)

/** A space whose hour of the day it is, for the daily clearing. */
async function space(): Promise<string> {
  const tenantId = randomUUID()
  const values = { tenant_id: tenantId, kind: 'person', company_id: null, name: '', credit_code: null } as const
  await db.directoryWrite((tx) =>
    tx
      .insertInto('space')
      .values({ ...values, identity_hash: null, auth_status: 'passAuth', reject_reason: null, created_at: clock })
      .execute(),
  )
  return tenantId
}

/** Clears what is over in every space: each has its hour of the next day. */
async function clearADay(): Promise<void> {
  const at = clock
  for (let hour = 0; hour < 24; hour++) {
    clock = at + hour * 3_600_000
    await expirePacks(deps())
  }
}

test('of twenty sends at once as many succeed as there are 份, from both packs', async () => {
  const tenantId = randomUUID()
  await give(tenantId, 3, clock + dayMs)
  await give(tenantId, 4, null)
  const sent = await Promise.all(
    Array.from({ length: 20 }, () =>
      spend(tenantId, randomUUID())
        .then(() => true)
        .catch(nullWhenRefused),
    ),
  )
  expect(sent.filter(Boolean)).toHaveLength(7)
  expect([await surplus(tenantId), await written(tenantId)]).toEqual([0, 0])
})

test('the pack that ends first is spent first, and a refund goes back into it', async () => {
  const tenantId = randomUUID()
  await give(tenantId, 9, null)
  await give(tenantId, 2, clock + dayMs)
  const contractId = randomUUID()
  await spend(tenantId, contractId)
  expect((await packs(tenantId)).map(({ remaining }) => remaining)).toEqual([1, 9])
  await refund(tenantId, contractId)
  expect((await packs(tenantId)).map(({ remaining }) => remaining)).toEqual([2, 9])
})

test('a contract is refunded once, and one that nobody paid for is not', async () => {
  const tenantId = randomUUID()
  await give(tenantId, 2, null)
  const contractId = randomUUID()
  await spend(tenantId, contractId)
  for (let n = 0; n < 2; n++) await refund(tenantId, contractId)
  await refund(tenantId, randomUUID())
  expect([await surplus(tenantId), await written(tenantId)]).toEqual([2, 2])
})

test('a contract is not paid for twice', async () => {
  const tenantId = randomUUID()
  await give(tenantId, 2, null)
  const contractId = randomUUID()
  await spend(tenantId, contractId)
  await expect(spend(tenantId, contractId)).rejects.toMatchObject({ code: '23505' })
  expect(await surplus(tenantId)).toBe(1)
})

test('a pack that ends while its contract is out takes the 份 back for 30 days, and nothing else', async () => {
  clock = start
  const tenantId = await space()
  await give(tenantId, 3, clock + dayMs)
  const contractId = randomUUID()
  await spend(tenantId, contractId)
  clock += dayMs
  expect(await surplus(tenantId)).toBe(0)
  await expect(spend(tenantId, randomUUID())).rejects.toThrow('contract/quota')
  await refund(tenantId, contractId)
  expect(await packs(tenantId)).toEqual([{ total: 3, remaining: 1, expires_at: clock + 30 * dayMs }])
  expect([await surplus(tenantId), await written(tenantId)]).toEqual([1, 1])
  clock += 30 * dayMs
  await clearADay()
  expect([await packs(tenantId), await written(tenantId)]).toEqual([
    [{ total: 3, remaining: 0, expires_at: start + 31 * dayMs }],
    0,
  ])
  expect((await lines(tenantId)).map(({ kind, change }) => `${kind} ${change}`).toSorted()).toEqual(
    ['gift 3', 'send -1', 'expire -2', 'recallRefund 1', 'expire -1'].toSorted(),
  )
})

test('clearing what is over twice writes one line', async () => {
  clock = start
  const tenantId = await space()
  await give(tenantId, 3, clock + 1)
  await clearADay()
  await clearADay()
  expect((await lines(tenantId)).map(({ kind, change }) => `${kind} ${change}`).toSorted()).toEqual([
    'expire -3',
    'gift 3',
  ])
})

const trial = { kind: 'trial', total: 5, expiresAt: null } as const

test('a space gets one trial pack, however often it is authenticated', async () => {
  const tenantId = randomUUID()
  await Promise.all(Array.from({ length: 3 }, () => db.write(tenantId, (tx) => givePack(deps(), tx, tenantId, trial))))
  expect([await surplus(tenantId), await written(tenantId), await lines(tenantId)]).toMatchObject([5, 5, { length: 1 }])
})

test('whoever may not send so many is refused before the work', async () => {
  const tenantId = randomUUID()
  await give(tenantId, 2, null)
  const needs = (needed?: number) => db.read(tenantId, (own) => requireQuota(own, tenantId, clock, needed))
  await needs()
  await needs(2)
  await expect(needs(3)).rejects.toThrow('contract/quota')
})

test('of fifty sends at once one gets the last copy, and nothing is below zero', async () => {
  const tenantId = randomUUID()
  await give(tenantId, 1, null)
  const sent = await Promise.all(
    Array.from({ length: 50 }, () =>
      spend(tenantId, randomUUID())
        .then(() => true)
        .catch(nullWhenRefused),
    ),
  )
  expect(sent.filter(Boolean)).toHaveLength(1)
  expect([await surplus(tenantId), await written(tenantId), await lines(tenantId)]).toMatchObject([0, 0, { length: 2 }])
})

test('an order is credited once, however often and together it is', async () => {
  const tenantId = randomUUID()
  const orderId = randomUUID()
  const given = await Promise.all(Array.from({ length: 10 }, () => buy(tenantId, orderId)))
  expect(given.filter((packId) => packId !== null)).toHaveLength(1)
  expect([await surplus(tenantId), await written(tenantId)]).toEqual([4, 4])
})

test('however sends, recalls, gifts, purchases, refunds and clearings fall together, ledger and packs agree', async () => {
  const step = constantFrom('send', 'send', 'send', 'recall', 'give', 'giveShort', 'buy', 'payBack', 'wait', 'clear')
  await assert(
    asyncProperty(array(array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), async (rounds) => {
      clock = start
      const tenantId = await space()
      const out: string[] = []
      const bought: string[] = []
      const works = {
        send: async () => {
          const contractId = randomUUID()
          if ((await spend(tenantId, contractId).catch(nullWhenRefused)) !== null) out.push(contractId)
        },
        recall: async () => {
          const contractId = out.pop()
          if (contractId) await refund(tenantId, contractId)
        },
        give: () => give(tenantId, 2, null),
        giveShort: () => give(tenantId, 3, clock + dayMs),
        buy: async () => {
          const packId = await buy(tenantId, randomUUID())
          if (packId) bought.push(packId)
        },
        payBack: async () => {
          const packId = bought.pop()
          if (packId) await db.write(tenantId, (tx) => withdrawUnused(deps(), tx, { tenantId, packId }))
        },
        wait: async () => void (clock += dayMs / 2),
        clear: () => expirePacks(deps()),
      }
      for (const round of rounds) {
        await Promise.all(round.map((name) => works[name]()))
        const held = (await packs(tenantId)).reduce((sum, { remaining }) => sum + remaining, 0)
        expect(await written(tenantId)).toBe(held)
        expect(await surplus(tenantId)).toBeLessThanOrEqual(held)
      }
      // Short packs are over by then, and those that got 30 days more are not.
      clock += 2 * dayMs
      await clearADay()
      expect(await surplus(tenantId)).toBe(await written(tenantId))
      const unpaid = (await lines(tenantId)).filter(({ kind }) => kind === 'send').length
      const back = (await lines(tenantId)).filter(({ kind }) => kind === 'recallRefund').length
      expect(unpaid - back).toBe(out.length)
    }),
    { numRuns: 30 },
  )
})
