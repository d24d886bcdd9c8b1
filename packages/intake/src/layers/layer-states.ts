import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, itemsOf, nameOf, type PdfArray, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { dictFrom } from '@moqi/pdf/write/pdf-syntax'
import { IntakeRefusal } from '../intake-refusal.ts'

type Shows = (layer: PdfDict) => boolean

/** Usage categories that let the reader's zoom, language or name decide (ISO 32000-1 §8.11.4.4). */
const personal = ['Zoom', 'Language', 'User']
/** An expression nested deeper is built to exhaust a reader; PDFium stops there as well. */
const deepest = 32
const mostOperands = 10_000

/**
 * Whether content marked with a group or membership dictionary shows when the document is opened for viewing, from the
 * catalog's /OCProperties (ISO 32000-1 §8.11.2 and §8.11.4). Throws IntakeRefusal: too-complex when that depends on who
 * looks.
 */
export function layerStates(view: View, properties: PdfDict): Shows {
  const initial = view.dict(properties, 'D') ?? dictFrom('')
  const intents = intentsOf(view, initial)
  const startsOff = view.name(initial, 'BaseState') === 'OFF'
  const viewing = dictionaries(view, view.get(initial, 'AS')).filter((usage) => view.name(usage, 'Event') === 'View')
  const applied = viewing.map((usage) => ({
    categories: names(view, view.get(usage, 'Category')),
    groups: new Set(dictionaries(view, view.get(usage, 'OCGs'))),
  }))
  const listedOn = new Set(dictionaries(view, view.get(initial, 'ON')))
  const listedOff = new Set(dictionaries(view, view.get(initial, 'OFF')))
  const groupShows: Shows = (group) => {
    const own = intentsOf(view, group)
    if (!intents.includes('All') && !own.some((intent) => intents.includes(intent))) return true
    const listed = startsOff ? listedOn.has(group) && !listedOff.has(group) : !listedOff.has(group)
    const usage = view.dict(group, 'Usage')
    const categories = applied.filter(({ groups }) => groups.has(group)).flatMap((one) => one.categories)
    return (usage && usedState(view, usage, categories)) ?? listed
  }
  const group = remembered(groupShows)
  return remembered((layer) =>
    view.name(layer, 'Type') === 'OCMD' ? membershipShows(view, layer, group) : group(layer),
  )
}

/** Contents ask for the same few layers thousands of times. */
function remembered(shows: Shows): Shows {
  const known = new Map<PdfDict, boolean>()
  return (layer) => {
    const answer = known.get(layer) ?? shows(layer)
    known.set(layer, answer)
    return answer
  }
}

/** The state that a group's usage asks for when a document is opened, if any (ISO 32000-1 §8.11.4.4). */
function usedState(view: View, usage: PdfDict, categories: readonly string[]): boolean | undefined {
  if (personal.some((category) => categories.includes(category) && usage.entries.has(category))) {
    throw new IntakeRefusal('too-complex', 'layers that depend on zoom, language or user')
  }
  const state = view.name(view.dict(usage, 'View'), 'ViewState')
  return categories.includes('View') && state ? state !== 'OFF' : undefined
}

/** A visibility expression takes precedence over /OCGs and /P (ISO 32000-1 table 99). */
function membershipShows(view: View, layer: PdfDict, groupShows: Shows): boolean {
  const expression = view.get(layer, 'VE')
  if (expression.kind === 'array') return expressionShows(view, expression, groupShows)
  const members = view.get(layer, 'OCGs')
  const shown = (members.kind === 'dict' ? [members] : dictionaries(view, members)).map((one) => groupShows(one))
  if (shown.length === 0) return true
  const policy = view.name(layer, 'P')
  if (policy === 'AllOn') return shown.every((one) => one)
  if (policy === 'AnyOff') return shown.some((one) => !one)
  if (policy === 'AllOff') return shown.every((one) => !one)
  return shown.some((one) => one)
}

function expressionShows(view: View, whole: PdfArray, groupShows: Shows): boolean {
  let left = mostOperands
  const evaluate = (expression: PdfValue | undefined, depth: number): boolean => {
    // References may make a small file a huge expression.
    if (depth > deepest || left-- <= 0) throw new IntakeRefusal('too-complex', 'visibility expression is too large')
    if (expression?.kind === 'dict') return groupShows(expression)
    const [first, ...rest] = itemsOf(expression).map((item) => view.resolve(item))
    const operands = rest.map((operand) => evaluate(operand, depth + 1))
    const operator = nameOf(first)
    if (operator === 'And' && operands.length > 0) return operands.every((one) => one)
    if (operator === 'Or' && operands.length > 0) return operands.some((one) => one)
    if (operator === 'Not' && operands.length === 1) return !operands[0]
    throw new IntakeRefusal('too-complex', 'visibility expression is malformed')
  }
  return evaluate(whole, 0)
}

/** Groups take part only in configurations of the same intent (ISO 32000-1 §8.11.2.3). */
function intentsOf(view: View, dict: PdfDict): string[] {
  const intent = view.get(dict, 'Intent')
  return intent.kind === 'null' ? ['View'] : names(view, intent)
}

function names(view: View, value: PdfValue): string[] {
  const all = value.kind === 'name' ? [value] : itemsOf(value)
  return all.flatMap((item) => nameOf(view.resolve(item)) ?? [])
}

const dictionaries = (view: View, value: PdfValue): PdfDict[] =>
  itemsOf(value).flatMap((item) => dictOf(view.resolve(item)) ?? [])
