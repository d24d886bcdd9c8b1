import { changedKeys } from '../changed-keys.ts'
import { equalValues, type PdfValue } from '@moqi/pdf/read/values'
import type { View } from '@moqi/pdf/read/pdf-file'
import { isElement } from '../../structure/structure-elements.ts'
import { containsAll } from './contains-all.ts'
import { keepsParents } from './parent-tree.ts'
import { speakOfNew, spokeOfGone } from './spoken-objects.ts'
import type { RevisionPair } from '../revision-pair.ts'
import type { Change, Condition } from '../rule.ts'

/** D33: whether the root of the structure, or an object behind it, only grew; page contents belong to what they did. */
export function isStructureExtended(change: Change): boolean {
  const { pair, path, before, after } = change
  return (isParentNode(pair, path, before) || grew(pair, before, after)) && keepsParents(change)
}

/** D33: whether an element has the kids it had, but for those of annotations that come and go. */
export function keepsKids(change: Change): boolean {
  const { pair, versions } = change
  return kidsGrew(pair, versions?.before.entries.get('K'), versions?.after.entries.get('K')) && keepsParents(change)
}

/**
 * D33: whether an element gets the page of its first object; of what it holds by number that would be the page, and
 * where something leads to elements another place to go to.
 */
export const isFirstPlace: Condition = ({ pair, versions }) => {
  if (!versions || versions.before.entries.has('Pg') || pair.older.graph.leadsToStructure) return false
  return listOf(pair.older.view, versions.before.entries.get('K')).every(({ kind }) => kind !== 'number')
}

/** D33: whether an element that nothing leads to any more spoke of annotations that are gone. */
export const isOfGoneAnnotation: Condition = ({ pair, number = 0, before }) =>
  before !== undefined && !pair.newer.graph.reaches(number) && spokeOfGone(pair, before)

/** Keys of the nodes of the tree of parents, which is compared for itself. */
const nodeKeys = new Set(['Kids', 'Nums', 'Limits'])

/** Elements in that tree are none of its nodes. */
function isParentNode({ older }: RevisionPair, path: readonly string[], before: PdfValue | undefined): boolean {
  const at = path.indexOf('ParentTree')
  const isNode = at >= 0 && path.slice(at + 1).every((key) => nodeKeys.has(key))
  return isNode && before?.kind !== 'stream' && !(before && isElement(older.view, before))
}

/** What may change in a dictionary of the structure beside its kids; the parents are compared for themselves. */
const countingKeys = new Set(['ParentTree', 'ParentTreeNextKey'])

function grew(pair: RevisionPair, before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  if (before?.kind === 'array') return kidsGrew(pair, before, after)
  if (before?.kind !== 'dict' || after?.kind !== 'dict') return false
  return changedKeys(pair.older.view, before, pair.newer.view, after).every((key) => {
    if (countingKeys.has(key)) return true
    return key === 'K' && kidsGrew(pair, before.entries.get(key), after.entries.get(key))
  })
}

/**
 * The old kids are there, in order, but for those of annotations that are gone; the new ones speak of widgets and new
 * annotations and of nothing else. Where something leads to elements they come behind, as it leads to the first.
 */
function kidsGrew(pair: RevisionPair, before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  const [old, now] = withoutCommon(listOf(pair.older.view, before), listOf(pair.newer.view, after))
  const kept = old.filter((item) => now.some((known) => equalValues(known, item)))
  const added = now.filter((item) => !old.some((known) => equalValues(known, item)))
  if (kept.length + added.length !== now.length || !containsAll(arrayOf(now), arrayOf(kept))) return false
  if (pair.older.graph.leadsToStructure && now.slice(0, kept.length).some((item) => added.includes(item))) return false
  const gone = old.filter((item) => !kept.includes(item))
  return gone.every((item) => spokeOfGone(pair, item)) && speakOfNew(pair, added)
}

const arrayOf = (items: PdfValue[]) => ({ kind: 'array' as const, items, start: 0, end: 0 })

/** Two lists from where they begin to differ: elements of a long text hold thousands. */
function withoutCommon(before: PdfValue[], after: PdfValue[]): [before: PdfValue[], after: PdfValue[]] {
  let same = 0
  while (same < before.length && same < after.length && equalValues(before[same], after[same])) same += 1
  return [before.slice(same), after.slice(same)]
}

/** /K is one kid or an array of them. */
function listOf(view: View, value: PdfValue | undefined): PdfValue[] {
  const resolved = view.resolve(value)
  if (resolved.kind === 'null') return []
  return resolved.kind === 'array' ? resolved.items : [value ?? resolved]
}
