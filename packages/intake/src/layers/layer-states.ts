import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import { IntakeRefusal } from '../intake-refusal.ts'

type Resolve = (ref: PdfRef) => PdfObject | null
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
export function layerStates(properties: PdfDict, resolve: Resolve): Shows {
  const initial = properties.getDict('D', resolve) ?? PdfDict.of({})
  const intents = intentsOf(initial, resolve)
  const on = dictionaries(initial.get('ON', resolve), resolve)
  const off = dictionaries(initial.get('OFF', resolve), resolve)
  const startsOff = initial.getName('BaseState', resolve)?.value === 'OFF'
  const viewing = dictionaries(initial.get('AS', resolve), resolve).filter(
    (usage) => usage.getName('Event', resolve)?.value === 'View',
  )
  const applied = viewing.map((usage) => ({
    categories: names(usage.get('Category', resolve), resolve),
    groups: new Set(dictionaries(usage.get('OCGs', resolve), resolve)),
  }))
  const listedOn = new Set(on)
  const listedOff = new Set(off)
  const groupShows: Shows = (group) => {
    const own = intentsOf(group, resolve)
    if (!intents.includes('All') && !own.some((intent) => intents.includes(intent))) return true
    const listed = startsOff ? listedOn.has(group) && !listedOff.has(group) : !listedOff.has(group)
    const usage = group.getDict('Usage', resolve)
    const categories = applied.filter(({ groups }) => groups.has(group)).flatMap((one) => one.categories)
    return (usage && usedState(usage, categories, resolve)) ?? listed
  }
  const group = remembered(groupShows)
  return remembered((layer) =>
    layer.getName('Type', resolve)?.value === 'OCMD' ? membershipShows(layer, group, resolve) : group(layer),
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
function usedState(usage: PdfDict, categories: readonly string[], resolve: Resolve): boolean | undefined {
  if (personal.some((category) => categories.includes(category) && usage.has(category))) {
    throw new IntakeRefusal('too-complex', 'layers that depend on zoom, language or user')
  }
  const state = usage.getDict('View', resolve)?.getName('ViewState', resolve)?.value
  return categories.includes('View') && state ? state !== 'OFF' : undefined
}

/** A visibility expression takes precedence over /OCGs and /P (ISO 32000-1 table 99). */
function membershipShows(layer: PdfDict, groupShows: Shows, resolve: Resolve): boolean {
  const expression = layer.get('VE', resolve)
  if (expression instanceof PdfArray) return expressionShows(expression, groupShows, resolve)
  const members = layer.get('OCGs', resolve)
  const shown = (members instanceof PdfDict ? [members] : dictionaries(members, resolve)).map((one) => groupShows(one))
  if (shown.length === 0) return true
  const policy = layer.getName('P', resolve)?.value
  if (policy === 'AllOn') return shown.every((one) => one)
  if (policy === 'AnyOff') return shown.some((one) => !one)
  if (policy === 'AllOff') return shown.every((one) => !one)
  return shown.some((one) => one)
}

function expressionShows(whole: PdfArray, groupShows: Shows, resolve: Resolve): boolean {
  let left = mostOperands
  const evaluate = (expression: PdfObject, depth: number): boolean => {
    // References may make a small file a huge expression.
    if (depth > deepest || left-- <= 0) throw new IntakeRefusal('too-complex', 'visibility expression is too large')
    if (expression instanceof PdfDict) return groupShows(expression)
    const [first, ...rest] = expression instanceof PdfArray ? resolved(expression, resolve) : []
    const operands = rest.map((operand) => evaluate(operand, depth + 1))
    const operator = first instanceof PdfName ? first.value : undefined
    if (operator === 'And' && operands.length > 0) return operands.every((one) => one)
    if (operator === 'Or' && operands.length > 0) return operands.some((one) => one)
    if (operator === 'Not' && operands.length === 1) return !operands[0]
    throw new IntakeRefusal('too-complex', 'visibility expression is malformed')
  }
  return evaluate(whole, 0)
}

/** Groups take part only in configurations of the same intent (ISO 32000-1 §8.11.2.3). */
function intentsOf(dict: PdfDict, resolve: Resolve): string[] {
  const intent = dict.get('Intent', resolve)
  return intent === undefined ? ['View'] : names(intent, resolve)
}

function names(value: PdfObject | undefined, resolve: Resolve): string[] {
  if (value instanceof PdfName) return [value.value]
  return resolved(value, resolve).flatMap((item) => (item instanceof PdfName ? [item.value] : []))
}

function dictionaries(value: PdfObject | undefined, resolve: Resolve): PdfDict[] {
  return resolved(value, resolve).flatMap((item) => (item instanceof PdfDict ? [item] : []))
}

function resolved(value: PdfObject | undefined, resolve: Resolve): PdfObject[] {
  if (!(value instanceof PdfArray)) return []
  return [...value].flatMap((item) => (item instanceof PdfRef ? (resolve(item) ?? []) : [item]))
}
