import { canShow, type Field, type Widget } from '@moqi/pdf/graph/fields'
import { PdfFault } from '@moqi/pdf/read/fault'
import type { FactKind } from '../facts.ts'
import type { RevisionPair, Side } from '../revision-pair.ts'
import type { Change, Condition } from '../rule.ts'
import { appearsOn, contradictsState, isNewAppearance, keepsStates, swapsStates } from './button-appearance.ts'
import { hasFlag } from './flags.ts'
import { textFinding, textsOf } from './text-appearance.ts'
import { losesAppearance } from './widget-appearances.ts'

/** What a field that was filled in shows besides its value, or what makes that hard to say. */
export type Finding = Extract<
  FactKind,
  'appearance-contradicts-value' | 'appearance-not-comparable' | 'button-appearance'
>

/** V3, D20: whether a field that was filled in shows something other than its value. */
export const contradictsValue: Condition = (change) => findingOn(change) === 'appearance-contradicts-value'

/** V3: whether nobody can say if a field that was filled in shows its value. */
export const isNotComparable: Condition = (change) => findingOn(change) === 'appearance-not-comparable'

/** V3: whether a push button, which has no value to compare with, appears otherwise than before. */
export const isOtherButton: Condition = (change) => findingOn(change) === 'button-appearance'

const known = new WeakMap<Change, Finding | 'none'>()

function findingOn(change: Change): Finding | 'none' {
  const { pair, field: older } = change
  const field = older && pair.newField(older)
  const finding = known.get(change) ?? (field ? findingOf(pair, field, older) : undefined) ?? 'none'
  known.set(change, finding)
  return finding
}

function findingOf(pair: RevisionPair, field: Field, older: Field): Finding | undefined {
  const side = pair.newer
  const widgets = shownWidgets(side, field)
  try {
    if (field.type === 'Btn') return buttonFinding(pair, widgets, { field, older })
    if (field.type !== 'Tx' && field.type !== 'Ch') return undefined
    const isBare = textsOf(side.view, field).some((text) => text !== '') && losesAppearance(pair, widgets, older)
    return isBare ? withoutAppearance(side) : textFinding(side, field, widgets)
  } catch (error) {
    if (error instanceof PdfFault) return 'appearance-not-comparable'
    throw error
  }
}

/** Every widget that shows anything to anybody, on the screen or on paper; a field with kids may be one besides. */
function shownWidgets({ view, model }: Side, field: Field): Widget[] {
  const own: Widget = { number: field.number, dict: field.dict, page: model.annotations.get(field.number) ?? null }
  const isListed = field.widgets.some(({ dict }) => dict === field.dict)
  return [...field.widgets, ...(isListed ? [] : [own])].filter((widget) => canShow(view, widget))
}

/** A value that is shown no more, unless readers are told to make its appearance themselves. */
function withoutAppearance({ view, model }: Side): Finding {
  const isMade = view.get(model.form, 'NeedAppearances')
  return isMade.kind === 'boolean' && isMade.value ? 'appearance-not-comparable' : 'appearance-contradicts-value'
}

/** A push button has no value; the states of a box are those that were signed. */
function buttonFinding(
  pair: RevisionPair,
  widgets: Widget[],
  { field, older }: { field: Field; older: Field },
): Finding | undefined {
  const { view } = pair.newer
  if (hasFlag(view, field.dict, 'pushButton')) {
    return isNewAppearance(pair, widgets, older) ? 'button-appearance' : undefined
  }
  const isContradicted =
    contradictsState(view, field, widgets) ||
    swapsStates(pair, widgets, older) ||
    appearsOn(pair, field, widgets, older)
  if (isContradicted) return 'appearance-contradicts-value'
  if (losesAppearance(pair, widgets, older)) return withoutAppearance(pair.newer)
  return keepsStates(pair, widgets, older) ? undefined : 'appearance-not-comparable'
}
