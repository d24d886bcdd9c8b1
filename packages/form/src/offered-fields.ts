import type { KeyType } from '@moqi/trust/cms/keys'
import { isLocked, type Permissions, readPermissions } from './permissions.ts'
import { findSignatures } from './find-signatures.ts'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { isVisible, type Field } from '@moqi/pdf/graph/fields'
import { widgetBoxes } from '@moqi/pdf/graph/place-on-page'
import { integerOf, type PdfDict } from '@moqi/pdf/read/values'
import { reservedPrefix } from './field-names.ts'
import type { Box } from '@moqi/pdf/page-geometry'
import { type Demand, unmetDemands } from './seed-values.ts'

/**
 * An empty signature field that came with an upload, for a party to sign in: its full name, page from 1, place in mm.
 */
export interface OfferedField extends Box {
  readonly name: string
  readonly page: number
  /** Names of the other offered fields that a signature in this one fixes: it must come after theirs. */
  readonly locks: readonly string[]
}

/** What the signatures on an upload leave to those who sign after them. */
export interface Offer {
  /** New fields would break a signature: parties may sign in `fields` and nowhere else. */
  readonly restricted: boolean
  /** Nothing may change any more (DocMDP or /Lock with P 1). */
  readonly closed: boolean
  readonly fields: readonly OfferedField[]
  /** What the empty fields that are not offered ask for and we cannot give. */
  readonly demands: readonly Demand[]
}

/** Every signature field that freezing adds is named like this one. */
const newField = `${reservedPrefix}0001`
/** A place smaller than this, mm, shows nothing that can be read. */
const smallest = 3
/** Places travel as decimals of mm (domain, draft rules). */
const slack = 0.01
const readOnly = 1

interface PageSize {
  readonly width: number
  readonly height: number
}

/**
 * Which fields of an upload with signatures may still be signed. `models` are its revisions; `pages` are sizes in mm as
 * displayed; `keyTypes` are those that may sign. Takes a file without structural obstacles; throws `BudgetExceeded`.
 */
export function offeredFields(
  models: readonly (DocumentModel | undefined)[],
  pages: readonly PageSize[],
  keyTypes: readonly KeyType[] = ['P-256', 'RSA', 'SM2'],
): Offer {
  const inForce = findSignatures(models).map(readPermissions)
  const model = models.at(-1)
  const locked = (name: string) => inForce.some(({ locks }) => locks.some((lock) => isLocked(lock, name)))
  const restricted = locked(newField) || inForce.some((one) => one.certification !== undefined || one.lockLevel)
  const closed = inForce.some((one) => one.certification === 1 || one.lockLevel === 1)
  if (!restricted || closed || !model) return { restricted, closed, fields: [], demands: [] }
  const open = model.fields.filter((field) => isOpen(model, field) && !locked(field.name))
  const demandsOf = (field: Field) => unmetDemands(model.view, field.dict, keyTypes)
  const demands = new Set(open.flatMap(demandsOf))
  const placed = open.filter((field) => demandsOf(field).length === 0).flatMap((field) => place(model, field, pages))
  const alone = placed.filter((one, index) => placed.findIndex((other) => isSamePlace(one, other)) === index)
  return { restricted, closed, fields: withLocks(model, alone), demands: [...demands] }
}

/**
 * A signature field without value, on a page and to be seen, in one object with its widget: Poppler and MuPDF do not
 * find a value beside a widget (ADR 0009).
 */
function isOpen({ view }: DocumentModel, field: Field): boolean {
  const [widget, ...others] = field.widgets
  if (field.type !== 'Sig' || field.branch || !widget || others.length > 0) return false
  if (field.number === 0 || widget.number !== field.number || view.resolve(field.value).kind !== 'null') return false
  if (field.name === '' || field.name.startsWith(reservedPrefix)) return false
  return isVisible(view, widget) && !widget.dict.entries.has('OC') && !isReadOnly(view, field.dict)
}

/** Field flags come from the nearest ancestor that has some (§12.7.4.1). */
function isReadOnly(view: DocumentModel['view'], field: PdfDict): boolean {
  let node: PdfDict | undefined = field
  for (let depth = 0; node && depth < 64; depth++) {
    const flags = integerOf(view.get(node, 'Ff'))
    if (flags !== undefined) return (flags & readOnly) !== 0
    node = view.dict(node, 'Parent')
  }
  return false
}

type Placed = Omit<OfferedField, 'locks'> & { field: Field }

function place(model: DocumentModel, field: Field, pages: readonly PageSize[]): Placed[] {
  const [found] = widgetBoxes(model, field)
  const page = found && pages[found.page - 1]
  if (!found || !page) return []
  const { x, y, width, height } = found.box
  const isInside = x >= -slack && y >= -slack && x + width <= page.width + slack && y + height <= page.height + slack
  if (!isInside || Math.min(width, height) < smallest) return []
  const box = { x: Math.max(0, x), y: Math.max(0, y), width, height }
  return [{ name: field.name, page: found.page, ...box, field }]
}

const isSamePlace = (one: Placed, other: Placed) =>
  one.page === other.page &&
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(one[side] - other[side]) < 0.1)

function withLocks(model: DocumentModel, placed: Placed[]): OfferedField[] {
  return placed.map(({ field, ...one }) => {
    const { locks, lockLevel } = fieldLock(model, field)
    const others = placed.map(({ name }) => name).filter((name) => name !== one.name)
    return {
      ...one,
      locks: others.filter((name) => lockLevel === 1 || locks.some((lock) => isLocked(lock, name))),
    }
  })
}

/** What a signature in the field would allow after it, by the field's own /Lock. */
function fieldLock(model: DocumentModel, field: Field): Permissions {
  const { name: fieldName, dict } = field
  return readPermissions({ fieldName, dict, field, model, revision: 0, introduced: 0, packed: false, removed: false })
}
