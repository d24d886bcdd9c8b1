import type { Lifecycle } from '../lifecycle.ts'
import { outcomeOf } from './outcome-of.ts'

/**
 * Every state × event of a lifecycle as `state event`, each with the state after it or the refusal's code; a code that
 * `can` contradicts is marked. To be compared with `expectedMoves`.
 */
export function everyMove<T>({ states, events, can, after }: Lifecycle<T>): Record<string, string> {
  const moves = states.flatMap((state) =>
    events.map((event): [string, string] => {
      const outcome = String(outcomeOf(() => after(state, event)))
      const listed = !outcome.includes('/')
      return [`${state} ${event}`, listed === can(state, event) ? outcome : `${outcome}, but can says otherwise`]
    }),
  )
  return Object.fromEntries(moves)
}

/** The moves that `legal` lists (keys `state event`), and `refusal` for every other of these states and events. */
export function expectedMoves<T>(
  { states, events }: Lifecycle<T>,
  refusal: string,
  legal: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = states.flatMap((state) => events.map((event): [string, string] => [`${state} ${event}`, refusal]))
  return { ...Object.fromEntries(pairs), ...legal }
}
