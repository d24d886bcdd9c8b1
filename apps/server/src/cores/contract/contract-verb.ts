import { enforce, type Operation } from '@moqi/domain/contract/row-policy'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Applied } from './apply-change.ts'
import { changeContracts, type ContractPlace } from './change-contracts.ts'
import { actorOf } from './contract-log.ts'
import { type StoredContract, viewOf } from './contract-rows.ts'
import type { Decision } from './decision.ts'
import { type Entry, requireEntry } from './entry.ts'

/** What a member's decision about a contract is made from. `now` in ms since epoch. */
export type Given<I> = { stored: StoredContract; entry: Entry; member: Member; input: I; now: number }

/**
 * Something a member does to a contract by its own entry: a value, so that its decision can be tried without a server.
 */
export type ContractVerb<I, A, F> = {
  /** What the row policy must offer the member; null when the decision itself says who may. */
  operation: Operation | null
  /** Refuses an input that could never be right, before anything is looked up. */
  check?: (input: I) => void
  /** How the contract is held, when not as it is. */
  lock?: (tx: Db, place: ContractPlace) => Promise<StoredContract>
  /** Puts other content into a draft while it is held; the decision finds it. */
  put?: (deps: Deps, tx: Db, given: Given<I>) => Promise<unknown>
  /** Reads, while the contract is held, what the decision needs beside it. */
  facts: (deps: Deps, tx: Db, given: Given<I>) => Promise<F>
  /** Pure. */
  decide: (given: Given<I> & { facts: F }) => Decision<A>
  /** Writes what only the feature keeps. */
  write?: (deps: Deps, tx: Db, done: Given<I> & { facts: F; applied: Applied }) => Promise<unknown>
}

/** For a decision that the contract alone decides. */
export const noFacts = async (): Promise<null> => null

/** The call that carries a verb out. Refuses like `requireEntry` and the row policy. */
export const byVerb =
  <I extends { signId: string }, A, F>(verb: ContractVerb<I, A, F>) =>
  async (deps: Deps, member: Member, input: I): Promise<A> => {
    verb.check?.(input)
    const entry = await requireEntry(deps, member, input.signId)
    const { lock, put, write } = verb
    const given = (stored: StoredContract) => ({ stored, entry, member, input, now: deps.now() })
    const allow = (stored: StoredContract) => verb.operation && enforce(verb.operation, viewOf(stored, entry))
    return changeContracts(deps, actorOf(member), [entry], {
      ...(lock && { lock }),
      ...(put && {
        put: async (tx, [stored]) => {
          allow(stored)
          await put(deps, tx, given(stored))
        },
      }),
      facts: async (tx, [stored]) => {
        allow(stored)
        return verb.facts(deps, tx, given(stored))
      },
      decide: ([stored], facts) => {
        const { answer, ...change } = verb.decide({ ...given(stored), facts })
        return { changes: [change], answer: ([after]) => answer(after) }
      },
      writing: (facts) => ({
        write: async (tx, applied) => write?.(deps, tx, { ...given(applied.before), facts, applied }),
      }),
    })
  }
