import { changedKeys } from '../changed-keys.ts'
import { dictOf, equalValues, integerOf, itemsOf, type PdfValue } from '@moqi/pdf/read/values'
import type { View } from '@moqi/pdf/read/pdf-file'
import { containsAll } from './contains-all.ts'
import type { RevisionPair, Side } from '../revision-pair.ts'
import type { Change } from '../rule.ts'
import { onceAPair } from './once-a-pair.ts'

/** D33: whether the root of the structure, or an object behind it, only grew; page contents belong to what they did. */
export function isStructureExtended(change: Change): boolean {
  const { pair, path, before, after } = change
  return (path.includes('ParentTree') || grew(pair, before, after)) && keepsParents(change)
}

/** What may change in a dictionary of the structure beside its kids; the parents are compared for themselves. */
const countingKeys = new Set(['ParentTree', 'ParentTreeNextKey'])

function grew(pair: RevisionPair, before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  if (before?.kind === 'array') return kidsGrew(pair, before, after)
  const [oldDict, newDict] = [dictOf(before), dictOf(after)]
  if (!oldDict || !newDict) return false
  return changedKeys(pair.older.view, oldDict, pair.newer.view, newDict).every((key) => {
    if (countingKeys.has(key)) return true
    return key === 'K' && kidsGrew(pair, oldDict.entries.get(key), newDict.entries.get(key))
  })
}

/** The old kids are all there, in order; the new ones speak of new widgets and of nothing else. */
function kidsGrew(pair: RevisionPair, before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  const [old, now] = [listOf(pair.older.view, before), listOf(pair.newer.view, after)]
  if (!containsAll({ ...emptyArray, items: now }, { ...emptyArray, items: old })) return false
  const added = now.filter((item) => !old.some((known) => equalValues(known, item)))
  return now.length - added.length === old.length && speakOfWidgets(pair, added)
}

const emptyArray = { kind: 'array' as const, items: [], start: 0, end: 0 }

/** /K is one kid or an array of them. */
function listOf(view: View, value: PdfValue | undefined): PdfValue[] {
  const resolved = view.resolve(value)
  if (resolved.kind === 'null') return []
  return resolved.kind === 'array' ? resolved.items : [value ?? resolved]
}

/** New elements hold references to widgets and further such elements; they put no words to what is there already. */
function speakOfWidgets({ newer }: RevisionPair, added: PdfValue[]): boolean {
  const { view, graph } = newer
  const seen = new Set<number>()
  const waiting = [...added]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    if (next.kind === 'ref') {
      if (seen.has(next.number)) continue
      seen.add(next.number)
    }
    const dict = dictOf(view.resolve(next))
    if (!dict || speakingKeys.some((key) => dict.entries.has(key))) return false
    const target = dict.entries.get('Obj')
    if (view.name(dict, 'Type') === 'OBJR') {
      if (target?.kind !== 'ref' || graph.roles.get(target.number)?.kind !== 'field') return false
    } else if (view.name(dict, 'S') === undefined) return false
    waiting.push(...listOf(view, dict.entries.get('K')))
  }
  return true
}

/** /Alt only describes the widget. */
const speakingKeys = ['ActualText', 'E', 'MCID']

/** Which elements the contents of each page belong to does not change; new keys may come (ISO 32000-2 14.7.5.4). */
const keepsParents = onceAPair('keepsParents', ({ older, newer }) => {
  const [before, after] = [parentsOf(older), parentsOf(newer)]
  if (!before || !after) return !before
  return [...before].every(([key, value]) => {
    const now = after.get(key)
    if (equalValues(value, now)) return true
    const [old, later] = [older.view.resolve(value), newer.view.resolve(now)]
    if (old.kind !== 'array' || later.kind !== 'array') return false
    return old.items.every((item, index) => equalValues(item, later.items[index]))
  })
})

/** The number tree of parents by its keys; undefined when a key stands twice, as readers differ in which they find. */
function parentsOf({ view, model }: Side): Map<number, PdfValue> | undefined {
  const found = new Map<number, PdfValue>()
  const seen = new Set<number>()
  const waiting: (PdfValue | undefined)[] = [view.dict(model.catalog, 'StructTreeRoot')?.entries.get('ParentTree')]
  while (waiting.length > 0) {
    view.file.budget.step()
    const next = waiting.pop()
    if (next?.kind === 'ref') {
      if (seen.has(next.number)) continue
      seen.add(next.number)
    }
    const node = dictOf(view.resolve(next))
    waiting.push(...itemsOf(view.get(node, 'Kids')))
    const pairs = itemsOf(view.get(node, 'Nums'))
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      const key = integerOf(view.resolve(pairs[index]))
      const value = pairs[index + 1]
      if (key === undefined || !value || found.has(key)) return undefined
      found.set(key, value)
    }
  }
  return found
}
