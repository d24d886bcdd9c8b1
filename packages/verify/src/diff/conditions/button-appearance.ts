import type { Field, Widget } from '@moqi/pdf/graph/fields'
import type { View } from '@moqi/pdf/read/pdf-file'
import { type PdfValue } from '@moqi/pdf/read/values'
import { valueText } from '../../appearance/comparable-text.ts'
import type { RevisionPair } from '../revision-pair.ts'
import { isFrame, isInked, isCheckMark } from '../../appearance/check-mark.ts'
import { isCopy } from './copy-comparison.ts'
import { appearancesOfBoth } from './widget-appearances.ts'

/** D20: a box or button is on where the value names its state, and nowhere else. */
export function contradictsState(view: View, { value: set }: Field, widgets: Widget[]): boolean {
  const value = valueText(view.resolve(set)) || 'Off'
  const states = widgets.map(({ dict }) => view.name(dict, 'AS') ?? 'Off')
  const offered = widgets.some(({ dict }) => view.dict(view.dict(dict, 'AP'), 'N')?.entries.has(value))
  const isWrong = states.some((state) => state !== 'Off' && state !== value)
  return isWrong || (value !== 'Off' && offered && !states.includes(value))
}

/** V3: whether a push button, which has no value, appears otherwise than before. */
export function isNewAppearance(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.some((widget) => {
    const [before, after] = appearancesOfBoth(pair, widget, older)
    return (
      before.size !== after.size ||
      [...after].some(([name, appearance]) => !isCopy(pair, [before.get(name), appearance]))
    )
  })
}

/** V3: whether the states of a box appear as they did, and what is new writes no more than a mark. */
export function keepsStates(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.every((widget) => {
    const [before, after] = appearancesOfBoth(pair, widget, older)
    return (
      [...before].every(([name, appearance]) => isRemade(pair, name, appearance, after.get(name))) &&
      [...after].every(([name, appearance]) => before.has(name) || isCheckMark(pair.newer.view, appearance))
    )
  })
}

/** V3: whether a state appears as another one did: what was on appears off. */
export function swapsStates(pair: RevisionPair, widgets: Widget[], older: Field): boolean {
  return widgets.some((widget) => {
    const [before, after] = appearancesOfBoth(pair, widget, older)
    return [...after].some(([name, appearance]) => {
      if (isCopy(pair, [before.get(name), appearance])) return false
      const others = [...before].filter(
        ([other]) => other !== name && (before.has(name) || isOff(other) !== isOff(name)),
      )
      return others.some(([, known]) => isCopy(pair, [known, appearance]))
    })
  })
}

const isOff = (name: string) => name.endsWith('/Off')

/** V3, D20: whether a box that is off got an appearance that draws more than its frame. */
export function appearsOn(pair: RevisionPair, field: Field, widgets: Widget[], older: Field): boolean {
  const { view } = pair.newer
  const isSet = (valueText(view.resolve(field.value)) || 'Off') !== 'Off'
  return widgets.some((widget) => {
    const [before, after] = appearancesOfBoth(pair, widget, older)
    return [...after].some(([name, appearance]) => {
      const isRest = name === 'N' ? !isSet : name === 'N/Off'
      return isRest && !before.has(name) && !isFrame(view, appearance)
    })
  })
}

/** The same, or what another writer draws for the same state: a frame for off, a mark in ink for on. */
function isRemade(pair: RevisionPair, name: string, before: PdfValue, after: PdfValue | undefined): boolean {
  if (isCopy(pair, [before, after])) return true
  if (after === undefined || !name.includes('/')) return false
  const { view } = pair.newer
  if (isOff(name)) return isFrame(pair.older.view, before) && isFrame(view, after)
  return isCheckMark(pair.older.view, before) && isCheckMark(view, after) && isInked(view, after)
}
