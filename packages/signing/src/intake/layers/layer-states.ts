import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import { IntakeRefusal } from '../intake-refusal.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/** Usage categories that let the reader's zoom, language or name decide (ISO 32000-1 §8.11.4.4). */
const personal = ['Zoom', 'Language', 'User']
/** An expression nested deeper is built to exhaust a reader; PDFium stops there as well. */
const deepest = 32

/**
 * Whether content marked with a group or membership dictionary shows when the document is opened for viewing, from the
 * catalog's /OCProperties (ISO 32000-1 §8.11.2 and §8.11.4). Throws IntakeRefusal: too-complex when that depends on who looks.
 */
export function layerStates(properties: PdfDict, resolve: Resolve): (layer: PdfDict) => boolean {
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
  const groupShows = (group: PdfDict): boolean => {
    const own = intentsOf(group, resolve)
    if (!intents.includes('All') && !own.some((intent) => intents.includes(intent))) return true
    const listed = startsOff ? listedOn.has(group) && !listedOff.has(group) : !listedOff.has(group)
    const usage = group.getDict('Usage', resolve)
    const categories = applied.filter(({ groups }) => groups.has(group)).flatMap((one) => one.categories)
    return (usage && usedState(usage, categories, resolve)) ?? listed
  }
  return (layer) =>
    layer.getName('Type', resolve)?.value === 'OCMD' ? membershipShows(layer, groupShows, resolve) : groupShows(layer)
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
function membershipShows(layer: PdfDict, groupShows: (group: PdfDict) => boolean, resolve: Resolve): boolean {
  const expression = layer.get('VE', resolve)
  if (expression instanceof PdfArray) return expressionShows(expression, groupShows, resolve, 0)
  const members = layer.get('OCGs', resolve)
  const shown = (members instanceof PdfDict ? [members] : dictionaries(members, resolve)).map((one) => groupShows(one))
  if (shown.length === 0) return true
  const policy = layer.getName('P', resolve)?.value
  if (policy === 'AllOn') return shown.every((one) => one)
  if (policy === 'AnyOff') return shown.some((one) => !one)
  if (policy === 'AllOff') return shown.every((one) => !one)
  return shown.some((one) => one)
}

function expressionShows(
  expression: PdfObject,
  groupShows: (group: PdfDict) => boolean,
  resolve: Resolve,
  depth: number,
): boolean {
  if (depth > deepest) throw new IntakeRefusal('too-complex', 'visibility expression nested too deeply')
  if (expression instanceof PdfDict) return groupShows(expression)
  const [first, ...rest] = expression instanceof PdfArray ? resolved(expression, resolve) : []
  const operands = rest.map((operand) => expressionShows(operand, groupShows, resolve, depth + 1))
  const operator = first instanceof PdfName ? first.value : undefined
  if (operator === 'And' && operands.length > 0) return operands.every((one) => one)
  if (operator === 'Or' && operands.length > 0) return operands.some((one) => one)
  if (operator === 'Not' && operands.length === 1) return !operands[0]
  throw new IntakeRefusal('too-complex', 'visibility expression is malformed')
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
