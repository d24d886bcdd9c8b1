import { dictOf, type PdfValue } from '@moqi/pdf/read/values'
import type { RevisionPair, Side } from '../revision-pair.ts'

/** New elements hold references to widgets and new annotations; they put no words to what is there already. */
export function speakOfNew({ older, newer }: RevisionPair, added: PdfValue[]): boolean {
  const targets = spokenOf(newer, added)
  return (
    targets?.every((number) => {
      const kind = newer.graph.roles.get(number)?.kind
      return kind === 'field' || (kind === 'annotation' && !older.graph.reaches(number))
    }) ?? false
  )
}

/** An element that is gone held references to annotations on pages that are on none any more, and nothing else. */
export function spokeOfGone({ older, newer }: RevisionPair, item: PdfValue): boolean {
  const targets = spokenOf(older, [item])
  if (!targets || targets.length === 0) return false
  return targets.every((number) => older.model.annotations.has(number) && !newer.model.annotations.has(number))
}

/** /Alt only describes the object. */
const speakingKeys = ['ActualText', 'E', 'MCID']

/** Numbers of the objects that elements refer to; undefined where they hold page content, or words for something. */
function spokenOf({ view }: Side, items: PdfValue[]): number[] | undefined {
  const targets: number[] = []
  const seen = new Set<number>()
  const waiting = [...items]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    if (next.kind === 'ref') {
      if (seen.has(next.number)) continue
      seen.add(next.number)
    }
    const value = view.resolve(next)
    if (value.kind === 'array') {
      waiting.push(...value.items)
      continue
    }
    const dict = dictOf(value)
    if (!dict || speakingKeys.some((key) => dict.entries.has(key))) return undefined
    if (view.name(dict, 'Type') === 'OBJR') {
      const target = dict.entries.get('Obj')
      if (target?.kind !== 'ref') return undefined
      targets.push(target.number)
    } else if (view.name(dict, 'S') === undefined) return undefined
    const kids = dict.entries.get('K')
    if (kids) waiting.push(kids)
  }
  return targets
}
