import { inherited } from '@moqi/pdf/graph/document-model'
import type { View } from '@moqi/pdf/read/pdf-file'
import { integerOf, type PdfDict } from '@moqi/pdf/read/values'
import type { Change, Condition } from '../rule.ts'

/** Invisible, Hidden, NoView, ToggleNoView of an annotation (ISO 32000-2 Table 167). */
const hiding = 0x1 | 0x2 | 0x20 | 0x100
const print = 0x4
/** With Print what signing may set: ReadOnly, Locked, LockedContents. */
const signing = print | 0x40 | 0x80 | 0x200

/** Flags of fields (ISO 32000-2 Table 227 to 233), as values of their bits. */
const fieldFlags = {
  readOnly: 1,
  multiline: 1 << 12,
  password: 1 << 13,
  pushButton: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
  richText: 1 << 25,
} as const

/** Whether a field has a flag; it has those of its parent unless it has its own (Table 226). */
export function hasFlag(view: View, field: PdfDict, flag: keyof typeof fieldFlags): boolean {
  return (flagsOf(view, field) & fieldFlags[flag]) !== 0
}

const flagsOf = (view: View, field: PdfDict) => integerOf(inherited(view, field, 'Ff')) ?? 0

/** D18: signing hides nothing, brings nothing to light, and locks. */
export const keepsShowingWhenSigned: Condition = (change) => keepsShowing(change, ~signing)

/** D20, D22: fields are neither hidden, on the screen or on paper, nor brought to light by filling them in. */
export const keepsShowingWhenFilled: Condition = (change) => keepsShowing(change, hiding)

function keepsShowing({ before, after }: Change, fixed: number): boolean {
  const was = integerOf(before) ?? 0
  const turned = was ^ (integerOf(after) ?? 0)
  // What is not on the screen was not meant for paper either.
  const kept = (was & print) !== 0 || (was & hiding) !== 0 ? print : 0
  return (turned & (fixed | kept)) === 0
}

/** D20: whether no flag of the field but ReadOnly was set or cleared. */
export const turnsReadOnlyAlone: Condition = (change) => (turnedOf(change) & ~fieldFlags.readOnly) === 0

/** D20: some writers lock every field when somebody signs, also those that nobody touched. */
export function isOnlyLocked(change: Change): boolean {
  const { pair, versions, keys = [] } = change
  if (keys.length !== 1 || !versions) return false
  return turnedOf(change) === fieldFlags.readOnly && !hasFlag(pair.older.view, versions.before, 'readOnly')
}

function turnedOf({ pair, versions }: Change): number {
  return versions ? flagsOf(pair.older.view, versions.before) ^ flagsOf(pair.newer.view, versions.after) : 0
}
