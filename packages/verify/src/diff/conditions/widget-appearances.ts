import type { Field, Widget } from '@moqi/pdf/graph/fields'
import type { View } from '@moqi/pdf/read/pdf-file'
import { type PdfDict, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import type { RevisionPair } from '../revision-pair.ts'

/** Appearances of a widget by their names: N, R and D, with the state behind it where there are states. */
type Appearances = Map<string, PdfValue>

const appearanceKeys = ['N', 'R', 'D']

/** Every stream that a widget may show: at rest, under the pointer and while pressed, in all of its states. */
export function appearanceStreams(view: View, widget: PdfDict): { streams: PdfStream[]; states: boolean } {
  const appearances = [...appearancesOf(view, widget)]
  const streams = appearances.flatMap(([, appearance]) => {
    const stream = view.resolve(appearance)
    return stream.kind === 'stream' ? [stream] : []
  })
  return { streams, states: appearances.some(([name]) => name.includes('/')) }
}

/**
 * V3: whether a widget that showed something at rest shows nothing any more: for a box what stands for its state now,
 * for any other field the one appearance there is.
 */
export function losesAppearance(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.some((widget) => {
    const [before, after] = appearancesOfBoth(pair, widget, older)
    const state = pair.newer.view.name(widget.dict, 'AS') ?? 'Off'
    return (
      ['N', `N/${state}`].some((name) => isShown(pair.older.view, before.get(name))) &&
      !['N', `N/${state}`].some((name) => isShown(pair.newer.view, after.get(name)))
    )
  })
}

const isShown = (view: View, appearance: PdfValue | undefined) => view.resolve(appearance).kind === 'stream'

/** The appearances of a widget in both revisions. */
export function appearancesOfBoth(pair: RevisionPair, widget: Widget, older: Field): [Appearances, Appearances] {
  const at = older.number === widget.number ? older.dict : undefined
  const known = older.widgets.find(({ number }) => number === widget.number)?.dict ?? at
  return [known ? appearancesOf(pair.older.view, known) : new Map(), appearancesOf(pair.newer.view, widget.dict)]
}

function appearancesOf(view: View, widget: PdfDict): Appearances {
  const all = view.dict(widget, 'AP')
  const appearances: Appearances = new Map()
  for (const key of appearanceKeys) {
    const value = view.get(all, key)
    if (value.kind === 'dict') for (const [state, one] of value.entries) appearances.set(`${key}/${state}`, one)
    else if (all?.entries.has(key)) appearances.set(key, all.entries.get(key) ?? value)
  }
  return appearances
}
