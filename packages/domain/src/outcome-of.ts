import { Refusal } from './refusal.ts'

/** What `run` answers, or the code of the refusal it throws; lets a test compare both in one table. */
export function outcomeOf<T>(run: () => T): T | string {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** Every state × event with what `legal` (keys `state event`) says of it, else `contract/illegal-move`. */
export function everyPair<S extends string, E extends string>(
  states: readonly S[],
  events: readonly E[],
  legal: Readonly<Record<string, string>>,
): { state: S; event: E; outcome: string }[] {
  const pairs = states.flatMap((state) =>
    events.map((event) => ({ state, event, outcome: legal[`${state} ${event}`] ?? 'contract/illegal-move' })),
  )
  const met = pairs.filter((pair) => pair.outcome !== 'contract/illegal-move').length
  if (met !== Object.keys(legal).length) throw new Error('the expectation names a state or event that does not exist')
  return pairs
}
