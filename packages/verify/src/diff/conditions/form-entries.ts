import { integerOf } from '@moqi/pdf/read/values'
import type { Change } from '../rule.ts'
import { containsAll } from './contains-all.ts'
import { givesAppearance } from './default-appearance.ts'

/** D28: whether every field of the list is still in it, in the same order. */
export function keepsFields({ before, after }: Change): boolean {
  return containsAll(after, before)
}

/** D29: whether bits are set and none is cleared. */
export function setsBits({ before, after }: Change): boolean {
  const [old, set] = [integerOf(before) ?? 0, integerOf(after) ?? 0]
  return (old & ~set) === 0
}

/** D29: whether a default appearance came where there was none, and no field is drawn by it. */
export function isFirstDefault({ pair, before }: Change): boolean {
  return before?.kind === 'null' && !givesAppearance(pair)
}

/** D30: whether readers are asked to make the appearances of fields anew. */
export function asksForAppearances({ after }: Change): boolean {
  return after?.kind === 'boolean' && after.value
}
