import { equalValues, dictOf, integerOf, itemsOf, type PdfValue } from '@moqi/pdf/read/values'
import type { RevisionPair, Side } from '../revision-pair.ts'
import { onceAPair } from './once-a-pair.ts'
import { speakOfNew, spokeOfGone } from './spoken-objects.ts'

/**
 * Which elements the contents of each page belong to does not change; new keys may come that put no words to any, and
 * those of annotations that are gone may go (ISO 32000-2 14.7.5.4).
 */
export const keepsParents = onceAPair('keepsParents', (pair) => {
  const { older, newer } = pair
  const [before, after] = [parentsOf(older), parentsOf(newer)]
  if (!before || !after) return !before
  if (![...after].every(([key, value]) => putsNoWords(pair, before.get(key), value))) return false
  return [...before].every(([key, value]) => {
    const now = after.get(key)
    if (equalValues(value, now)) return true
    const [old, later] = [older.view.resolve(value), newer.view.resolve(now)]
    if (old.kind === 'dict') return later.kind === 'null' && spokeOfGone(pair, value)
    if (old.kind !== 'array' || later.kind !== 'array') return false
    return old.items.every((item, index) => equalValues(item, later.items[index]))
  })
})

/** What comes to a key speaks of new objects, or is an element that was there and held that content before. */
function putsNoWords(pair: RevisionPair, before: PdfValue | undefined, after: PdfValue): boolean {
  const { older, newer } = pair
  const [was, is] = [older.view.resolve(before), newer.view.resolve(after)]
  if (is.kind === 'dict') return before !== undefined || wasElement(older, after) || speakOfNew(pair, [after])
  if (is.kind !== 'array') return true
  const known = was.kind === 'array' ? was.items.length : 0
  return is.items.slice(known).every((item, index) => {
    if (newer.view.resolve(item).kind === 'null') return true
    return (wasElement(older, item) && heldContent(older, item, known + index)) || speakOfNew(pair, [item])
  })
}

const wasElement = ({ graph }: Side, value: PdfValue) =>
  value.kind === 'ref' && graph.roles.get(value.number)?.kind === 'structure'

function heldContent({ view }: Side, element: PdfValue, mark: number): boolean {
  const kids = view.get(dictOf(view.resolve(element)), 'K')
  return (kids.kind === 'array' ? kids.items : [kids]).some((kid) => {
    const value = view.resolve(kid)
    return integerOf(value.kind === 'dict' ? view.get(value, 'MCID') : value) === mark
  })
}

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
