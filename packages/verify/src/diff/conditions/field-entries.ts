import { dictOf, equalValues, integerOf, itemsOf, nameOf, type PdfValue } from '@moqi/pdf/read/values'
import { drawsAppearance, rectOf } from '@moqi/pdf/graph/fields'
import { hasFlag } from './flags.ts'
import { inherited } from '@moqi/pdf/graph/document-model'
import type { View } from '@moqi/pdf/read/pdf-file'
import type { Change, Condition } from '../rule.ts'

/** D18: PDFBox takes the place from a field that shows nothing, and signs it without. */
export function vanishes({ pair: { older, newer }, versions }: Change): boolean {
  if (!versions) return false
  const rect = rectOf(newer.view, versions.after)
  const isPoint = rect !== undefined && rect[0] === rect[2] && rect[1] === rect[3]
  return isPoint && !drawsAppearance(older.view, versions.before) && !drawsAppearance(newer.view, versions.after)
}

/** D18: whether a signed widget says that it is an annotation. */
export const isAnnotation: Condition = ({ after }) => nameOf(after) === 'Annot'

/** D18: whether a signed widget names no page, or the one that it stands on. */
export function isItsPage({ pair: { newer }, versions }: Change): boolean {
  const widget = versions?.after
  const page = widget?.entries.get('P')
  if (page === undefined) return true
  const named = newer.model.pages.find(({ number }) => page.kind === 'ref' && page.number === number)
  return named?.annotations.some((item) => dictOf(newer.view.resolve(item)) === widget) ?? false
}

const isFilled = ({ keys = [] }: Change) => ['V', 'AP', 'AS'].some((key) => keys.includes(key))

/** D20: where a list that is filled in begins to be shown (ISO 32000-2 Table 234). */
export function isOption(change: Change): boolean {
  const { view } = change.pair.newer
  const [first, options] = [integerOf(change.after), itemsOf(inherited(view, change.versions?.after, 'Opt'))]
  return isFilled(change) && first !== undefined && first >= 0 && first < options.length
}

/** D20: Firefox writes the frame of what it fills in anew: the same colours in RGB, and no caption of a box. */
export function keepsFrame(change: Change): boolean {
  if (!isFilled(change) || !change.versions) return false
  const { older, newer } = change.pair
  const { after } = change.versions
  const [was, is] = [dictOf(change.before), dictOf(change.after)]
  const keys = new Set([...(was?.entries.keys() ?? []), ...(is?.entries.keys() ?? [])])
  return [...keys].every((key) => {
    const [old, now] = [older.view.get(was, key), newer.view.get(is, key)]
    if (equalValues(old, now)) return true
    if (key === 'R') return turnOf(old) === turnOf(now)
    if (key === 'BC' || key === 'BG') return colourOf(older.view, old) === colourOf(newer.view, now)
    return key === 'CA' && now.kind === 'null' && !hasFlag(newer.view, after, 'pushButton')
  })
}

const turnOf = (value: PdfValue) => (value.kind === 'null' ? 0 : integerOf(value))

/** To eight bits a component; grey in three of them. */
function colourOf(view: View, value: PdfValue): string {
  const parts = itemsOf(value).map((item) => {
    const one = view.resolve(item)
    return one.kind === 'number' ? Math.round(one.value * 255) : Number.NaN
  })
  const [grey] = parts
  return parts.length === 1 ? [grey, grey, grey].join(' ') : parts.join(' ')
}
