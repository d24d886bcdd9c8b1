import { linksOf } from '../../structure/edges.ts'
import { dictOf, type IndirectObject } from '@moqi/pdf/read/values'
import type { View } from '@moqi/pdf/read/pdf-file'
import type { Change, Condition } from '../rule.ts'

/**
 * D20, D27: nothing that comes after a signature does anything by itself, whatever object carries it. An annotation
 * on a page is judged as one (D23), and an object that did something before by its own keys.
 */
export function actsNow(change: Change): boolean {
  const { pair, number = 0 } = change
  return pair.newer.graph.roles.get(number)?.kind !== 'annotation' && begins(change, acts)
}

/** D31: nothing that comes after a signature can be switched on and off, whatever object carries it. */
export const isLayeredNow: Condition = (change) => begins(change, isLayered)

/** D3: whether an object with a part of its own is also used as something that it is not. */
export const isUsedOtherwise: Condition = ({ pair, number = 0 }) => pair.older.graph.misuses(number).length > 0

/** D3: an appearance that is given up must have been an appearance only. */
export function wasUsedElsewhere({ pair, versions }: Change): boolean {
  const appearance = versions?.before.entries.get('AP')
  if (appearance?.kind !== 'ref') return false
  return pair.older.graph
    .contexts(appearance.number)
    .some(({ role, path }) => role.kind !== 'field' || path[0] !== 'AP')
}

function begins({ pair: { older, newer }, number = 0 }: Change, holds: (view: View, one: IndirectObject) => boolean) {
  const [before, after] = [older.view.object(number), newer.view.object(number)]
  return after !== undefined && holds(newer.view, after) && !(before && holds(older.view, before))
}

function acts(view: View, object: IndirectObject): boolean {
  const { active, acting, edges } = linksOf(object)
  return active || acting || edges.some(({ to, path }) => path.at(-1) === 'A' && isAction(view, to))
}

/** Structure elements keep attributes under the same key; only an action says what it does by /S. */
function isAction(view: View, number: number): boolean {
  return view.name(dictOf(view.object(number)?.value), 'S') !== undefined
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
