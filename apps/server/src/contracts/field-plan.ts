import type { FieldPlan } from '@moqi/signing/freeze/field-plan'
import type { AreaRow } from '#src/platform/contract-store/contract-files.ts'

/** A prepared field of a document and the area it stands for. */
export type PlannedSlot = { slot: string; signerNo: number; positionId: string }

const dateFontSize = 12

/**
 * The fields of one file. A party's first image area becomes its signature field, its other images stamps, its dates
 * text fields; all are locked with the party's signature. Names have one length, since some readers compare by prefix.
 */
export function planFields(areas: AreaRow[]): { plan: FieldPlan; slots: PlannedSlot[] } {
  const placed = areas.map((area, index) => {
    const { page, x, y, width, height } = area
    return { area, slot: `moqi-${String(index + 1).padStart(4, '0')}`, page, box: { x, y, width, height } }
  })
  const plan: FieldPlan = { signatures: [], stamps: [], crossPageSeals: [], texts: [] }
  for (const own of Map.groupBy(placed, ({ area }) => area.signer_no).values()) {
    const dates = own.filter(({ area }) => area.position_type === 'date')
    const [first, ...stamps] = own.filter(({ area }) => area.position_type !== 'date')
    if (!first) continue
    const locks = [...stamps, ...dates].map(({ slot }) => slot)
    plan.signatures.push({ slot: first.slot, page: first.page, box: first.box, locks })
    plan.stamps.push(...stamps.map(({ slot, page, box }) => ({ slot, page, box })))
    plan.texts.push(
      ...dates.map(({ slot, page, box }) => ({ slot, page, box, label: '签署日期', fontSize: dateFontSize })),
    )
  }
  const slots = placed.map(({ area, slot }) => ({ slot, signerNo: area.signer_no, positionId: area.position_id }))
  return { plan, slots }
}
