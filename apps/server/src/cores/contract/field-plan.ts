import { sealPages } from '@moqi/domain/contract/cross-page'
import { fieldOfArea, type FileField } from '@moqi/domain/contract/file-fields'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { isSignature } from '@moqi/domain/contract/lone-area'
import { type ControlFamily, controlTable, isOfFamily } from '@moqi/domain/contract/controls'
import type { FieldPlan } from '@moqi/signing/freeze/field-plan'
import type { AreaRow } from './contract-files.ts'

/** A prepared field of a document and the area it stands for. */
export type PlannedSlot = { slot: string; partyNo: number; areaId: string }

const fontSize = 12

type Placed = {
  area: AreaRow
  slot: string
  page: number
  box: { x: number; y: number; width: number; height: number }
  /** The field of the upload it lies on. */
  field: string | undefined
}

/**
 * The fields of one file of `pageCount` pages; `fields` are those of a file that takes no others. A party's first image
 * area becomes its signature field, its other images stamps, its dates and fill-ins texts and checkboxes; all are
 * locked with the party's signature. Names have one length, since some readers compare by prefix.
 */
export function planFields(
  areas: readonly AreaRow[],
  { pageCount, fields = null }: { pageCount: number; fields?: FileField[] | null },
): { plan: FieldPlan; slots: PlannedSlot[] } {
  const placed = areas.map((area, index): Placed => {
    const { page, x, y, width, height } = area
    const slot = `moqi-${String(index + 1).padStart(4, '0')}`
    return {
      area,
      slot,
      page,
      box: { x, y, width, height },
      field: fields ? fieldOfArea(fields, area)?.name : undefined,
    }
  })
  const plan: Required<FieldPlan> = {
    signatures: [],
    stamps: [],
    crossPageSeals: [],
    texts: [],
    checkboxes: [],
    filled: [],
    ticked: [],
  }
  const parties = Map.groupBy(placed, ({ area }) => area.party_no)
  planSender(plan, parties.get(senderNo) ?? [])
  parties.delete(senderNo)
  for (const own of parties.values()) planParty(plan, own, pageCount)
  const slots = [...parties.values()]
    .flat()
    .map(({ area, slot }) => ({ slot, partyNo: area.party_no, areaId: area.area_id }))
  return { plan, slots }
}

/** What the initiator filled in before sending stands in the document from the start. */
function planSender({ filled, ticked }: Required<FieldPlan>, own: Placed[]): void {
  for (const { slot, page, box, area } of own) {
    const field = { slot, page, box, label: labelOf(area) }
    if (isTick({ area })) ticked.push({ ...field, checked: area.value === 'yes' })
    else filled.push({ ...field, fontSize, value: area.value ?? '' })
  }
}

function planParty(plan: Required<FieldPlan>, own: Placed[], pageCount: number): void {
  const placesOf = (...families: ControlFamily[]) => own.filter(({ area }) => isOfFamily(area.control, ...families))
  const [first, ...stamps] = own.filter(({ area }) => isSignature(area))
  if (!first) return
  const locks = own.filter((one) => one !== first).map(({ slot }) => slot)
  const field = first.field === undefined ? {} : { field: first.field }
  plan.signatures.push({ slot: first.slot, page: first.page, box: first.box, locks, ...field })
  plan.stamps.push(...stamps.map(({ slot, page, box }) => ({ slot, page, box })))
  for (const { slot, area } of placesOf('crossPage')) {
    plan.crossPageSeals.push({ slot, y: area.y, size: area.height, pages: sealPages(area.pages ?? 'all', pageCount) })
  }
  for (const { slot, page, box, area } of placesOf('date', 'fillIn').filter((one) => !isTick(one))) {
    plan.texts.push({ slot, page, box, label: labelOf(area), fontSize })
  }
  for (const { slot, page, box, area } of own.filter(isTick)) {
    plan.checkboxes.push({ slot, page, box, label: labelOf(area) })
  }
}

const isTick = ({ area }: Pick<Placed, 'area'>): boolean => area.control === 'checkbox'

/** What a reader of the document is told a field is: its own label, else its kind's. */
const labelOf = ({ label, control }: AreaRow): string => label ?? controlTable[control].label
