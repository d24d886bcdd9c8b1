import { Refusal } from './refusal.ts'

/** State × event → next state. What a table does not list cannot happen. */
export type LifecycleTable<S extends string, E extends string> = Readonly<Record<S, Readonly<Partial<Record<E, S>>>>>

/** The state after `event`. Throws `contract/illegal-move` with `{ state, event }` when the table does not list it. */
export function stateAfter<S extends string, E extends string>(table: LifecycleTable<S, E>, state: S, event: E): S {
  const next = table[state][event]
  if (next === undefined) throw new Refusal('contract/illegal-move', { state, event })
  return next
}
