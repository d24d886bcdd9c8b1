import { equalValues, type IndirectObject } from '@moqi/pdf/read/values'
import type { PdfFile, View } from '@moqi/pdf/read/pdf-file'
import { linksOf } from './edges.ts'

/**
 * What readers without hidden streams do without, by keys of the catalog: it adds to the pages, and shows nothing on
 * them. Anywhere else such a key may be a name under which a page finds what it shows.
 */
const dispensable = new Set(['StructTreeRoot', 'Metadata', 'PieceInfo'])

/**
 * P8: readers of cross-reference streams and readers that know tables only must see the same catalog, form, pages and
 * all that these refer to. Where they do not, a fault `readers-disagree` is added to the revision that made it so.
 */
export function checkHybrid(file: PdfFile): void {
  const known = new Set<number>()
  for (const { index, sections } of file.revisions) {
    const isLast = index === file.revisions.length - 1
    const conceals = sections.some(({ concealed }) => concealed)
    const everConceals = file.revisions.slice(0, index + 1).some((one) => one.sections.some((part) => part.concealed))
    if (!conceals && !(isLast && everConceals)) continue
    const [whole, plain] = [file.view(index), file.viewWithoutHidden(index)]
    if (!whole || !plain) continue
    for (const object of disagreements(whole, plain)) {
      if (known.has(object)) continue
      known.add(object)
      file.faults.push({ code: 'readers-disagree', offset: sections[0]?.start ?? 0, object })
    }
  }
}

/** Numbers of reachable objects that one of the readers does not see, or sees otherwise. */
function disagreements(whole: View, plain: View): number[] {
  const differing: number[] = []
  const root = whole.trailer.entries.get('Root')
  const waiting = root?.kind === 'ref' ? [root.number] : []
  const seen = new Set(waiting)
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    whole.file.budget.step()
    const [one, other] = [whole.object(number), plain.object(number)]
    if (!equalValues(one?.value, other?.value)) differing.push(number)
    const isCatalog = root?.kind === 'ref' && number === root.number
    for (const to of [one, other].flatMap((object) => referencesOf(object, isCatalog))) {
      if (seen.has(to)) continue
      seen.add(to)
      waiting.push(to)
    }
  }
  return differing
}

function referencesOf(object: IndirectObject | undefined, isCatalog: boolean): number[] {
  const edges = object ? linksOf(object).edges : []
  return edges.flatMap(({ to, path }) => (isCatalog && dispensable.has(path[0] ?? '') ? [] : [to]))
}
