import { inherited } from '@moqi/pdf/graph/inherited'
import type { View } from '@moqi/pdf/read/pdf-file'
import { integerOf, type PdfDict } from '@moqi/pdf/read/values'
import type { RevisionPair, Versions } from './revision-pair.ts'

/** Invisible, Hidden, NoView, ToggleNoView (ISO 32000-2 Table 167). */
const hiding = 0x1 | 0x2 | 0x20 | 0x100
const print = 0x4
/** With Print what signing may set: ReadOnly, Locked, LockedContents. */
const signing = print | 0x40 | 0x80 | 0x200
/** Of a field (Table 227). */
const readOnly = 1

/**
 * D18, D20, D22: fields are neither hidden, on the screen or on paper, nor brought to light by filling them in or signing;
 * of their own flags only ReadOnly may be set.
 */
export function flagsForbidden(
  pair: RevisionPair,
  keys: string[],
  versions: Versions,
  type: string | undefined,
): boolean {
  const isSignature = type === 'Sig'
  if (keys.includes('F')) {
    const { was, turned } = turnedOf(pair, versions, 'F')
    const fixed = isSignature ? ~signing : hiding
    // What is not on the screen was not meant for paper either.
    const kept = (was & print) !== 0 || (was & hiding) !== 0 ? print : 0
    if ((turned & (fixed | kept)) !== 0) return true
  }
  return keys.includes('Ff') && !isSignature && (turnedOf(pair, versions, 'Ff').turned & ~readOnly) !== 0
}

/** D20: some writers lock every field when somebody signs, also those that nobody touched. */
export function isOnlyLocked(pair: RevisionPair, keys: string[], versions: Versions): boolean {
  if (keys.length !== 1 || keys[0] !== 'Ff') return false
  const { was, turned } = turnedOf(pair, versions, 'Ff')
  return turned === readOnly && (was & readOnly) === 0
}

function turnedOf(pair: RevisionPair, { before, after }: Versions, key: 'F' | 'Ff'): { was: number; turned: number } {
  const read = key === 'Ff' ? inheritedFlags : ownFlags
  const was = read(pair.older.view, before)
  return { was, turned: was ^ read(pair.newer.view, after) }
}

const ownFlags = (view: View, dict: PdfDict) => integerOf(view.get(dict, 'F')) ?? 0

/** A field has those of its parent unless it has its own (Table 226). */
const inheritedFlags = (view: View, dict: PdfDict) => integerOf(inherited(view, dict, 'Ff')) ?? 0
