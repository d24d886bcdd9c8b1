import { type Arbitrary, array, assert, constant, nat, oneof, option, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { outcomeOf } from '../testing/outcome-of.ts'
import { dayMs } from '../time/civil-date.ts'
import { expirePack, type LedgerChange, type QuotaPack, refundOne, spendOne, surplusOf } from './ledger.ts'

const now = 1_000_000
const late = { packId: 'late', remaining: 3, expiresAt: now + 2_000 }
const soon = { packId: 'soon', remaining: 1, expiresAt: now + 1_000 }
const over = { packId: 'over', remaining: 9, expiresAt: now }
const empty = { packId: 'empty', remaining: 0, expiresAt: now + 500 }
const forEver = { packId: 'for ever', remaining: 2, expiresAt: null }

test('only packs that have not expired count', () => {
  expect(surplusOf([late, soon, over, empty, forEver], now)).toBe(6)
})

test('sending spends the pack that expires first, one that never does last', () => {
  const spent = { kind: 'send', change: -1, pack: { ...soon, remaining: 0 } }
  expect(spendOne([forEver, late, over, soon, empty], now)).toEqual(spent)
  expect(spendOne([forEver], now).pack).toEqual({ ...forEver, remaining: 1 })
})

test('of packs that expire together the first given is spent', () => {
  expect(spendOne([late, { ...late, packId: 'twin' }], now).pack.packId).toBe('late')
})

test('sending with nothing left is refused', () => {
  expect(() => spendOne([over, empty], now)).toThrow('contract/quota')
})

test('a refund returns to the same pack', () => {
  expect(refundOne(late, now)).toEqual([{ kind: 'recallRefund', change: 1, pack: { ...late, remaining: 4 } }])
})

test('a pack that has expired gets 30 days for what comes back, and for that alone', () => {
  const expiresAt = now + 30 * dayMs
  expect(refundOne(over, now)).toEqual([
    { kind: 'expire', change: -9, pack: { ...over, remaining: 0 } },
    { kind: 'recallRefund', change: 1, pack: { packId: 'over', remaining: 1, expiresAt } },
  ])
})

test('an expired pack is cleared once', () => {
  const cleared = expirePack(over, now)
  expect(cleared).toEqual({ kind: 'expire', change: -9, pack: { ...over, remaining: 0 } })
  expect(expirePack({ ...over, remaining: 0 }, now)).toBeNull()
  expect([expirePack(late, now), expirePack(forEver, now)]).toEqual([null, null])
})

type World = { now: number; packs: QuotaPack[]; lines: LedgerChange[]; paidBy: string[] }
type Step = (world: World) => void

const held = ({ packs }: World) => packs.reduce((sum, { remaining }) => sum + remaining, 0)

function write(world: World, changes: readonly LedgerChange[]): void {
  for (const change of changes) {
    world.lines.push(change)
    world.packs = world.packs.map((pack) => (pack.packId === change.pack.packId ? change.pack : pack))
  }
}

const give =
  (remaining: number, days: number | null): Step =>
  (world) => {
    const expiresAt = days === null ? null : world.now + days * dayMs
    const pack = { packId: `pack ${world.packs.length}`, remaining, expiresAt }
    world.packs.push(pack)
    world.lines.push({ kind: 'gift', change: remaining, pack })
  }

/** Of packs that can be spent the earliest end; null when there is none. */
const earliestEnd = ({ packs, now: at }: World) => {
  const ends = packs.filter(({ remaining }) => remaining > 0).map(({ expiresAt }) => expiresAt ?? Infinity)
  const living = ends.filter((end) => end > at)
  return living.length > 0 ? Math.min(...living) : null
}

const send: Step = (world) => {
  const before = surplusOf(world.packs, world.now)
  const end = earliestEnd(world)
  const spent = outcomeOf(() => spendOne(world.packs, world.now))
  const changes = typeof spent === 'string' ? [] : [spent]
  expect(changes.map(({ pack }) => pack.expiresAt ?? Infinity)).toEqual(end === null ? [] : [end])
  write(world, changes)
  world.paidBy.push(...changes.map(({ pack }) => pack.packId))
  expect(surplusOf(world.packs, world.now)).toBe(before - changes.length)
}

const recall =
  (which: number): Step =>
  (world) => {
    const [packId] = world.paidBy.splice(which % Math.max(world.paidBy.length, 1), 1)
    const paid = world.packs.filter((pack) => pack.packId === packId)
    const before = surplusOf(world.packs, world.now)
    const changes = paid.flatMap((pack) => refundOne(pack, world.now))
    expect(changes.every(({ pack }) => pack.packId === packId)).toBe(true)
    write(world, changes)
    expect(surplusOf(world.packs, world.now)).toBe(before + paid.length)
  }

const clear: Step = (world) => {
  const before = surplusOf(world.packs, world.now)
  const changes = world.packs.flatMap((pack) => expirePack(pack, world.now) ?? [])
  write(world, changes)
  expect([surplusOf(world.packs, world.now), held(world)]).toEqual([before, before])
}

const wait =
  (days: number): Step =>
  (world) => {
    world.now += days * dayMs
  }

const step: Arbitrary<Step> = oneof(
  tuple(nat(4), option(nat(40))).map(([number, days]) => give(number, days)),
  constant(send),
  constant(send),
  nat().map(recall),
  constant(clear),
  nat(20).map(wait),
)

test('the ledger equals what the packs hold, and no pack holds less than nothing or more than it was given', () => {
  const course = property(array(step, { maxLength: 60 }), (steps) => {
    const world: World = { now, packs: [], lines: [], paidBy: [] }
    for (const one of [...steps, clear]) {
      one(world)
      expect(world.lines.reduce((sum, { change }) => sum + change, 0)).toBe(held(world))
      const given = world.lines.filter(({ kind }) => kind === 'gift').map(({ change }) => change)
      expect(world.packs.every(({ remaining }, at) => remaining >= 0 && remaining <= (given[at] ?? 0))).toBe(true)
    }
  })
  assert(course, { numRuns: 500 })
})
