import { linksOf } from '@moqi/pdf/graph/edges'
import type { View } from '@moqi/pdf/read/pdf-file'
import type { IndirectObject } from '@moqi/pdf/read/parse-object'
import { dictOf, nameOf } from '@moqi/pdf/read/values'
import type { RevisionPair } from './revision-pair.ts'

/**
 * D20, D27: nothing that comes after a signature does anything by itself, whatever object carries it. An annotation
 * on a page is judged as one (D23), and an object that did something before by its own keys.
 */
export function compareActions(pair: RevisionPair): void {
  const { older, newer } = pair
  for (const [number, object] of pair.written()) {
    if (newer.graph.roles.get(number)?.kind === 'annotation' || !acts(newer.view, object)) continue
    const before = older.view.object(number)
    if (!before || !acts(older.view, before)) pair.add('action-added', { object: number })
  }
}

function acts(view: View, object: IndirectObject): boolean {
  const { active, acting, edges } = linksOf(object)
  return active || acting || edges.some(({ to, path }) => path.at(-1) === 'A' && isAction(view, to))
}

/** Structure elements keep attributes under the same key; only an action says what it does by /S. */
function isAction(view: View, number: number): boolean {
  return nameOf(view.get(dictOf(view.object(number)?.value), 'S')) !== undefined
}
