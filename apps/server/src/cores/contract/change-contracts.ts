import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { type Applied, applyChange } from './apply-change.ts'
import { commitChange, type Committing, type Done, type Writing } from './commit-change.ts'
import type { Actor } from './contract-log.ts'
import { loadContract, lockContract, type StoredContract } from './contract-rows.ts'
import type { Change } from './decision.ts'
import type { Entry } from './entry.ts'
import { settleEnded } from './letter-outcome.ts'
import { originChange } from './origin-change.ts'

/** At least one of something. */
export type Several<T> = readonly [T, ...T[]]

/** A contract where it lives. */
export type ContractPlace = Pick<Entry, 'homeTenantId' | 'contractId'>

/** What is decided about several contracts; the answer is of how they are then. */
export type Decisions<A> = { changes: readonly Change[]; answer: (after: Several<StoredContract>) => A }

/** How contracts of one space change together, and what each change writes beside its own. */
export type Plan<A, F> = {
  /** Other than locking them as they are, which throws `contract/not-found` for one that is gone. */
  lock?: (tx: Db, place: ContractPlace) => Promise<StoredContract>
  /** Puts other content into them, which the decision then finds: they are read anew. */
  put?: (tx: Db, stored: Several<StoredContract>) => Promise<unknown>
  /** Reads what the decision needs beside the contracts, while they are held. */
  facts: (tx: Db, stored: Several<StoredContract>) => Promise<F>
  /** Pure: the changes of the contracts in the order they were named; those that are left out stay as they are. */
  decide: (stored: Several<StoredContract>, facts: F) => Decisions<A>
  writing?: (facts: F) => Writing
}

/**
 * The one door to the state of contracts: locks them in the order of their ids, reads, decides, and writes everything
 * the decision says with the answer's idempotency record in one transaction, or nothing. What a void agreement's move
 * makes of the contract it voids, and a letter's end of what it is of, is written with it (domain 5.1, 5.8).
 */
export async function changeContracts<A, F>(
  deps: Committing & Pick<Deps, 'db'>,
  actor: Actor,
  places: Several<ContractPlace>,
  plan: Plan<A, F>,
): Promise<A> {
  if (places.some(({ homeTenantId }) => homeTenantId !== places[0].homeTenantId))
    throw new Error('contracts of several spaces')
  const origins: ContractPlace[] = []
  for (;;) {
    try {
      return await changeHeld(deps, actor, { places, origins }, plan)
    } catch (error) {
      if (!(error instanceof OriginNotHeld) || origins.length >= places.length) throw error
      origins.push(error.place)
    }
  }
}

/**
 * A void agreement moves the contract it voids, which was not named and so is not held. Held only now it would break
 * the order of locks: everything is undone and begun again with it. Few contracts are agreements, so that none of the
 * others asks first.
 */
class OriginNotHeld extends Error {
  readonly place: ContractPlace

  constructor(place: ContractPlace) {
    super(`contract ${place.contractId} is not held`)
    this.place = place
  }
}

type Held = { places: Several<ContractPlace>; origins: readonly ContractPlace[] }

async function changeHeld<A, F>(
  deps: Committing & Pick<Deps, 'db'>,
  actor: Actor,
  { places, origins }: Held,
  { lock = lockContract, put, facts, decide, writing }: Plan<A, F>,
): Promise<A> {
  const [{ homeTenantId }] = places
  const hold = (tx: Db) => lockAll(tx, [...places, ...origins], lock)
  return deps.db.writeLocked(homeTenantId, hold, async (tx, held) => {
    const named = mapSeveral(places, ({ contractId }) => heldOf(held, contractId))
    await put?.(tx, named)
    const stored = put ? await reread(tx, places) : named
    const known = await facts(tx, stored)
    const decided = decide(stored, known)
    const now = deps.now()
    // All are moved before any is written: a move that cannot happen costs no statement.
    const changes = decided.changes.map((change, index) => {
      return { applied: applyChange(at(stored, index), change, now), change }
    })
    const consequent = changes.flatMap(({ applied }) => originMoved(held, applied, now))
    const answer = decided.answer(mapSeveral(stored, (before, index) => changes[index]?.applied.after ?? before))
    const own = writing?.(known) ?? {}
    const keeping = (done: Db) => keepAnswer(done, deps, actor, answer)
    for (const done of consequent) await commitChange(deps, tx, actor, done)
    for (const { applied } of changes) await settleEnded(deps, tx, applied)
    for (const [index, change] of changes.entries()) {
      const isLast = index === changes.length - 1
      await commitChange(deps, tx, actor, change, isLast ? alsoAlong(own, keeping) : own)
    }
    if (decided.changes.length === 0) await keeping(tx)
    return answer
  })
}

/** What a change makes of the contract that it voids; nothing for all but a few. */
function originMoved(held: ReadonlyMap<string, StoredContract>, applied: Applied, now: number): Done[] {
  const change = originChange(applied)
  const { tenant_id: homeTenantId, origin_contract_id: contractId } = applied.after.contract
  if (!change || contractId === null) return []
  const origin = held.get(contractId)
  if (!origin) throw new OriginNotHeld({ homeTenantId, contractId })
  const moved = change(origin)
  return [{ applied: applyChange(origin, moved, now), change: moved }]
}

/** Always in one order, so that two changes of the same contracts wait for each other instead of both for ever. */
async function lockAll(
  tx: Db,
  places: readonly ContractPlace[],
  lock: (tx: Db, place: ContractPlace) => Promise<StoredContract>,
): Promise<ReadonlyMap<string, StoredContract>> {
  const held = new Map<string, StoredContract>()
  const sorted = places.toSorted((a, b) => (a.contractId < b.contractId ? -1 : 1))
  for (const place of sorted) held.set(place.contractId, await lock(tx, place))
  return held
}

async function reread(tx: Db, places: Several<ContractPlace>): Promise<Several<StoredContract>> {
  const loaded = await lockAll(tx, places, loadContract)
  return mapSeveral(places, ({ contractId }) => heldOf(loaded, contractId))
}

function heldOf(held: ReadonlyMap<string, StoredContract>, contractId: string): StoredContract {
  const found = held.get(contractId)
  if (!found) throw new Error(`contract ${contractId} is not held`)
  return found
}

function at(stored: Several<StoredContract>, index: number): StoredContract {
  const found = stored[index]
  if (!found) throw new Error('a change of no contract')
  return found
}

const mapSeveral = <T, U>([first, ...rest]: Several<T>, map: (one: T, index: number) => U): Several<U> => [
  map(first, 0),
  ...rest.map((one, index) => map(one, index + 1)),
]

const alsoAlong = (writing: Writing, more: (tx: Db) => Promise<unknown>): Writing => ({
  ...writing,
  along: (tx, applied) => [...(writing.along?.(tx, applied) ?? []), more(tx)],
})
