import type { Box } from '@moqi/pdf/page-geometry'

/**
 * What the contract's author placed. Pages count from 1; boxes are millimetres from the top left of the page
 * as displayed. Slot names begin with `moqi-` and all have one length.
 */
export interface FieldPlan {
  /**
   * `locks` names the stamps, cross-page seals and fill-ins this signature sets: they are fixed with it. `field` is the
   * full name of an empty field of the upload to sign in, where `page` and `box` say no more.
   */
  signatures: { slot: string; page: number; box: Box; locks?: string[]; field?: string }[]
  stamps: { slot: string; page: number; box: Box }[]
  /** Seals down the right edge: `y` from the top and `size` in mm; all pages unless `pages` names some. */
  crossPageSeals: { slot: string; y: number; size: number; pages?: number[] }[]
  /** `fontSize` in points. */
  texts: { slot: string; label: string; page: number; box: Box; fontSize: number }[]
  checkboxes?: { slot: string; label: string; page: number; box: Box }[]
  /** What the author has filled in: it stands in the document from the start and no signature changes it. */
  filled?: { slot: string; label: string; page: number; box: Box; fontSize: number; value: string }[]
  /** The author's own boxes. */
  ticked?: { slot: string; label: string; page: number; box: Box; checked: boolean }[]
}

const slotName = /^moqi-[0-9a-z]+$/

/**
 * Checks a plan by itself; throws `FreezeRefusal`. One length for all names, because some readers compare
 * locks by prefix: `moqi-1` would lock `moqi-10` (pdf-verification D6).
 */
export function checkPlan(plan: FieldPlan): void {
  const { signatures, stamps, crossPageSeals, texts, checkboxes = [] } = plan
  const names = [...signatures, ...stamps, ...crossPageSeals, ...texts, ...checkboxes, ...ownFields(plan)].map(
    ({ slot }) => slot,
  )
  const wrong = names.find((name) => !slotName.test(name) || name.length !== names[0]?.length)
  if (wrong !== undefined) throw new FreezeRefusal('slot-name', wrong)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new FreezeRefusal('slot-name', `${twice} is given twice`)
  checkBoxes(plan)
  checkLocks(plan)
  checkSealPages(plan)
}

/** The fields that are the author's own. */
export const ownFields = ({ filled = [], ticked = [] }: FieldPlan) => [...filled, ...ticked]

function checkBoxes(plan: FieldPlan): void {
  const { signatures, stamps, crossPageSeals, texts, checkboxes = [] } = plan
  const placed = [...signatures, ...stamps, ...texts, ...checkboxes, ...ownFields(plan)]
  const boxes = placed.map(({ slot, box }) => [slot, box.width, box.height] as const)
  const seals = crossPageSeals.map(({ slot, size }) => [slot, size, size] as const)
  const flat = [...boxes, ...seals].find(([, width, height]) => !(width > 0 && height > 0))
  if (flat) throw new FreezeRefusal('box', `${flat[0]} has no size`)
}

/** What is locked is set by exactly one signature, so that no two parties fix the same place. */
function checkLocks({ signatures, stamps, crossPageSeals, texts, checkboxes = [] }: FieldPlan): void {
  const lockable = new Set([...stamps, ...crossPageSeals, ...texts, ...checkboxes].map(({ slot }) => slot))
  for (const name of signatures.flatMap(({ locks = [] }) => locks)) {
    if (!lockable.delete(name)) throw new FreezeRefusal('lock-unknown', name)
  }
}

/** A page given twice would get two widgets of one name. */
function checkSealPages({ crossPageSeals }: FieldPlan): void {
  for (const { slot, pages } of crossPageSeals) {
    if (pages && (pages.length === 0 || new Set(pages).size < pages.length)) {
      throw new FreezeRefusal('page-missing', `${slot} names no page, or one twice`)
    }
  }
}

/** Why a PDF or a plan cannot be frozen. */
export type FreezeRefusalReason =
  | 'unreadable'
  | 'encrypted'
  | 'not-appendable'
  | 'certified'
  | 'signed-already'
  | 'own-fields-only'
  | 'field-missing'
  | 'slot-name'
  | 'name-taken'
  | 'page-missing'
  | 'box'
  | 'lock-unknown'
  | 'text'

/** An upload that cannot be frozen, or a plan that does not fit it. */
export class FreezeRefusal extends Error {
  override name = 'FreezeRefusal'
  readonly reason: FreezeRefusalReason

  constructor(reason: FreezeRefusalReason, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options)
    this.reason = reason
  }
}
