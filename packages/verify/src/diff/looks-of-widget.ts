import { equalValues } from '@moqi/pdf/graph/equal'
import type { Field, Widget } from '@moqi/pdf/graph/fields'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import type { RevisionPair } from './revision-pair.ts'

/** Looks of a widget by their names: N, R and D, with the state behind it where there are states. */
type Looks = Map<string, PdfValue>

const looksKeys = ['N', 'R', 'D']

/** Every stream that a widget may show: at rest, under the pointer and while pressed, in all of its states. */
export function streamsOf(view: View, widget: PdfDict): { streams: PdfStream[]; states: boolean } {
  const looks = [...looksOf(view, widget)]
  const streams = looks.flatMap(([, look]) => {
    const stream = view.resolve(look)
    return stream.kind === 'stream' ? [stream] : []
  })
  return { streams, states: looks.some(([name]) => name.includes('/')) }
}

/**
 * V3: whether a widget that showed something at rest shows nothing any more: for a box what stands for its state now, for
 * any other field the one look there is.
 */
export function losesLook(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.some((widget) => {
    const [before, after] = looksOfBoth(pair, widget, older)
    const state = nameOf(pair.newer.view.get(widget.dict, 'AS')) ?? 'Off'
    return (
      ['N', `N/${state}`].some((name) => isShown(pair.older.view, before.get(name))) &&
      !['N', `N/${state}`].some((name) => isShown(pair.newer.view, after.get(name)))
    )
  })
}

const isShown = (view: View, look: PdfValue | undefined) => view.resolve(look).kind === 'stream'

/** The looks of a widget in both revisions. */
export function looksOfBoth(pair: RevisionPair, widget: Widget, older: Field): [Looks, Looks] {
  const at = older.number === widget.number ? older.dict : undefined
  const known = older.widgets.find(({ number }) => number === widget.number)?.dict ?? at
  return [known ? looksOf(pair.older.view, known) : new Map(), looksOf(pair.newer.view, widget.dict)]
}

function looksOf(view: View, widget: PdfDict): Looks {
  const all = dictOf(view.get(widget, 'AP'))
  const looks: Looks = new Map()
  for (const key of looksKeys) {
    const look = view.get(all, key)
    if (look.kind === 'dict') for (const [state, one] of look.entries) looks.set(`${key}/${state}`, one)
    else if (all?.entries.has(key)) looks.set(key, all.entries.get(key) ?? look)
  }
  return looks
}

/** Whether two values draw the same, whatever numbers their objects have. */
export function isSame(pair: RevisionPair, one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  const seen = new Map<PdfValue, Set<PdfValue>>()
  const waiting: [PdfValue | undefined, PdfValue | undefined][] = [[one, other]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    pair.newer.view.file.budget.step()
    const [before, after] = [pair.older.view.resolve(next[0]), pair.newer.view.resolve(next[1])]
    const partners = seen.get(after) ?? new Set()
    if (partners.has(before)) continue
    seen.set(after, partners.add(before))
    const parts = partsOf(before, after)
    if (!parts) return false
    waiting.push(...parts)
  }
  return true
}

/** What two values consist of, side by side; undefined when they differ in themselves. */
function partsOf(one: PdfValue, other: PdfValue): [PdfValue | undefined, PdfValue | undefined][] | undefined {
  if (one.kind !== other.kind) return undefined
  if (one.kind === 'array' && other.kind === 'array') {
    const { items } = other
    return one.items.length === items.length ? one.items.map((item, at) => [item, items[at]]) : undefined
  }
  const [before, after] = [dictOf(one), dictOf(other)]
  if (!before || !after) return equalValues(one, other) ? [] : undefined
  if (one.kind === 'stream' && other.kind === 'stream' && !one.raw.equals(other.raw)) return undefined
  const isAlike = before.entries.size === after.entries.size
  return isAlike ? [...before.entries].map(([key, value]) => [value, after.entries.get(key)]) : undefined
}
