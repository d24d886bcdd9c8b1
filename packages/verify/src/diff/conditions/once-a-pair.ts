import type { Change } from '../rule.ts'
import type { RevisionPair } from '../revision-pair.ts'

/** A condition about the whole of both revisions, worked out once however many changes it is asked for. */
export function onceAPair(name: string, holds: (pair: RevisionPair) => boolean): (change: Change) => boolean {
  const known = new WeakMap<RevisionPair, boolean>()
  const condition = ({ pair }: Change): boolean => {
    const answer = known.get(pair) ?? holds(pair)
    known.set(pair, answer)
    return answer
  }
  return Object.defineProperty(condition, 'name', { value: name })
}
