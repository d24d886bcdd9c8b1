import { linksOf } from '@moqi/pdf/graph/edges'
import type { View } from '@moqi/pdf/read/pdf-file'
import type { IndirectObject } from '@moqi/pdf/read/parse-object'
import type { RevisionPair } from './revision-pair.ts'

/** D31: nothing that comes after a signature can be switched on and off, whatever object carries it. */
export function compareLayers(pair: RevisionPair): void {
  for (const [number, object] of pair.written()) {
    if (!isLayered(pair.newer.view, object)) continue
    const before = pair.older.view.object(number)
    if (!before || !isLayered(pair.older.view, before)) pair.add('layers', { object: number })
  }
}

/** By a key of its own, or by marks in its content that name layers. */
function isLayered(view: View, object: IndirectObject): boolean {
  const { layered, edges } = linksOf(object)
  return layered || edges.some(({ to, path }) => path.includes('Properties') && isLayer(view, to))
}

function isLayer(view: View, number: number): boolean {
  const object = view.object(number)
  return object !== undefined && linksOf(object).layered
}
