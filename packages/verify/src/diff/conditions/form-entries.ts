import { integerOf } from '@moqi/pdf/read/values'
import type { Condition } from '../rule.ts'
import { containsAll } from './contains-all.ts'
import { givesAppearance } from './default-appearance.ts'

/** D28: whether every field of the list is still in it, in the same order. */
export const keepsFields: Condition = ({ before, after }) => containsAll(after, before)

/** D29: whether bits are set and none is cleared. */
export const setsBits: Condition = ({ before, after }) => ((integerOf(before) ?? 0) & ~(integerOf(after) ?? 0)) === 0

/** D29: whether a default appearance came where there was none, and no field is drawn by it. */
export const isFirstDefault: Condition = ({ pair, before }) => before?.kind === 'null' && !givesAppearance(pair)

/** D30: whether readers are asked to make the appearances of fields anew. */
export const asksForAppearances: Condition = ({ after }) => after?.kind === 'boolean' && after.value
