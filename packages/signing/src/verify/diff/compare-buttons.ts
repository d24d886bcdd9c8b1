import { valueText } from '../appearance/comparable-text.ts'
import { contentOperators } from '../appearance/content-operators.ts'
import { shownText } from '../appearance/shown-text.ts'
import { equalValues } from '../graph/equal.ts'
import type { Field, Widget } from '../graph/fields.ts'
import { decodeStream } from '../read/decode-stream.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from '../read/values.ts'
import type { RevisionPair } from './revision-pair.ts'

/** Looks of a widget by their names: N, R and D, with the state behind it where there are states. */
type Looks = Map<string, PdfValue>

const looksKeys = ['N', 'R', 'D']
/** A box, and a tick, a cross or a circle in it; words have more. */
const strokesOfMark = 40

/** D20: a box or button is on where the value names its state, and nowhere else. */
export function contradictsState(view: View, { value: set }: Field, widgets: Widget[]): boolean {
  const value = valueText(view.resolve(set)) || 'Off'
  const states = widgets.map(({ dict }) => nameOf(view.get(dict, 'AS')) ?? 'Off')
  const offered = widgets.some(({ dict }) => dictOf(view.get(dictOf(view.get(dict, 'AP')), 'N'))?.entries.has(value))
  const isWrong = states.some((state) => state !== 'Off' && state !== value)
  return isWrong || (value !== 'Off' && offered && !states.includes(value))
}

/** Every stream that a widget may show: at rest, under the pointer and while pressed, in all of its states. */
export function streamsOf(view: View, widget: PdfDict): { streams: PdfStream[]; states: boolean } {
  const looks = [...looksOf(view, widget)]
  const streams = looks.flatMap(([, look]) => {
    const stream = view.resolve(look)
    return stream.kind === 'stream' ? [stream] : []
  })
  return { streams, states: looks.some(([name]) => name.includes('/')) }
}

/** V3: whether a push button, which has no value, looks otherwise than before. */
export function isNewLook(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.some((widget) => {
    const [before, after] = looksOfBoth(pair, widget, older)
    return before.size !== after.size || [...after].some(([name, look]) => !isSame(pair, before.get(name), look))
  })
}

/** V3: whether what the states of a box look like is as it was, and what is new writes no more than a mark. */
export function keepsStates(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.every((widget) => {
    const [before, after] = looksOfBoth(pair, widget, older)
    return (
      [...before].every(([name, look]) => isRemade(pair, name, look, after.get(name))) &&
      [...after].every(([name, look]) => before.has(name) || isMark(pair.newer.view, look))
    )
  })
}

/** V3: whether a state looks as another one did: what was on looks off. */
export function swapsStates(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.some((widget) => {
    const [before, after] = looksOfBoth(pair, widget, older)
    return [...after].some(([name, look]) => {
      if (isSame(pair, before.get(name), look)) return false
      const others = [...before].filter(
        ([other]) => other !== name && (before.has(name) || isOff(other) !== isOff(name)),
      )
      return others.some(([, known]) => isSame(pair, known, look))
    })
  })
}

const isOff = (name: string) => name.endsWith('/Off')

/** V3, D20: whether a box that is off got a look that draws more than its frame. */
export function looksOn(pair: RevisionPair, field: Field, widgets: Widget[], older: Field): boolean {
  const { view } = pair.newer
  const isSet = (valueText(view.resolve(field.value)) || 'Off') !== 'Off'
  return widgets.some((widget) => {
    const [before, after] = looksOfBoth(pair, widget, older)
    return [...after].some(([name, look]) => {
      const isRest = name === 'N' ? !isSet : name === 'N/Off'
      return isRest && !before.has(name) && !isFrame(view, look)
    })
  })
}

/** What a frame and its ground are drawn with. */
const frameOperators = new Set([
  'q',
  'Q',
  're',
  'S',
  's',
  'f',
  'F',
  'f*',
  'n',
  'W',
  'W*',
  'w',
  'd',
  'J',
  'j',
  'M',
  'i',
  'ri',
])
const colours = new Set(['g', 'G', 'rg', 'RG', 'k', 'K'])

function isFrame(view: View, look: PdfValue): boolean {
  const stream = view.resolve(look)
  if (stream.kind !== 'stream') return stream.kind === 'null'
  const { budget } = view.file
  return [...contentOperators(decodeStream(stream, budget), budget)].every(
    ({ name }) => frameOperators.has(name) || colours.has(name),
  )
}

/** The same, or what another writer draws for the same state: a frame for off, a mark in ink for on. */
function isRemade(pair: RevisionPair, name: string, before: PdfValue, after: PdfValue | undefined): boolean {
  if (isSame(pair, before, after)) return true
  if (after === undefined || !name.includes('/')) return false
  const { view } = pair.newer
  if (isOff(name)) return isFrame(pair.older.view, before) && isFrame(view, after)
  return isMark(pair.older.view, before) && isMark(view, after) && isInked(view, after)
}

const painting = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'Tj', 'TJ', "'", '"'])
/** Colours, states and ways to draw of which nobody says here what becomes of ink. */
const unknownInk = new Set(['cs', 'CS', 'sc', 'scn', 'SC', 'SCN', 'gs', 'Tr', 'sh', 'Do', 'BI'])
/** Of all the light there is, what a colour may have that is read as ink. */
const inkLight = 0.5

/** Whether the last thing a look draws is dark. */
function isInked(view: View, look: PdfValue): boolean {
  const stream = view.resolve(look)
  if (stream.kind !== 'stream') return false
  const { budget } = view.file
  let light = 0
  let last = 1
  for (const { name, operands } of contentOperators(decodeStream(stream, budget), budget)) {
    if (unknownInk.has(name)) return false
    if (colours.has(name)) light = lightOf(operands)
    if (painting.has(name)) last = light
  }
  return last < inkLight
}

function lightOf(operands: PdfValue[]): number {
  const parts = operands.map((one) => (one.kind === 'number' ? one.value : 1))
  if (parts.length === 4) return 1 - Math.min(1, Math.max(...parts))
  const [red = 1, green = red, blue = red] = parts
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

function isMark(view: View, look: PdfValue): boolean {
  const stream = view.resolve(look)
  if (stream.kind !== 'stream') return stream.kind === 'null'
  const { signs, strokes, pictures, fonts } = shownText(view, stream)
  const isPlain = [...fonts].every(
    (font) => nameOf(view.get(font, 'Subtype')) === 'Type1' && !font.entries.has('FontDescriptor'),
  )
  return !pictures && signs <= 1 && strokes <= strokesOfMark && isPlain
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

function looksOfBoth(pair: RevisionPair, widget: Widget, older: Field): [Looks, Looks] {
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
function isSame(pair: RevisionPair, one: PdfValue | undefined, other: PdfValue | undefined): boolean {
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
