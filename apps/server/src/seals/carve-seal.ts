import type { Input } from '@moqi/api/call'
import type { companySeal } from '@moqi/api/company-seal'
import { Refusal } from '@moqi/domain/refusal'
import { designFault, type SealDesign, type SealOwner } from '@moqi/domain/seals/company-seal'
import { companySeal as drawCompanySeal } from '@moqi/signing/seal-art/draw-company-seal'
import { type SealArt, SealGlyphMissing } from '@moqi/signing/seal-art/draw-seal'

/** How a seal is carved, as a call says it. */
export type Carving = Input<typeof companySeal.makeCompanySealImg>

const fieldOf = {
  form: 'sealForm',
  color: 'sealColor',
  code: 'antiForgeryCode',
  purpose: 'sealPurpose',
  line: 'lineText',
  details: 'detailArray',
} as const

/** The design of a carving. */
export const designOf = (carving: Carving): SealDesign => ({
  purpose: carving.sealPurpose,
  form: carving.sealForm,
  color: carving.sealColor,
  star: carving.star === 1,
  line: carving.lineText,
  details: carving.detailArray,
  code: carving.antiForgeryCode,
})

/** A design as the wire shows it. */
export const carvingOf = (design: SealDesign): Carving => ({
  sealPurpose: design.purpose,
  sealForm: design.form,
  sealColor: design.color,
  star: design.star ? 1 : 0,
  lineText: design.line,
  detailArray: [...design.details],
  antiForgeryCode: design.code,
})

/** Draws a seal. Throws `field/invalid` for a design that cannot be carved, and for characters the font lacks. */
export function carveSeal(design: SealDesign, owner: SealOwner): SealArt {
  const fault = designFault(design, owner)
  if (fault) throw new Refusal('field/invalid', { field: fieldOf[fault.field], message: fault.message })
  try {
    return drawCompanySeal(design, owner)
  } catch (cause) {
    if (!(cause instanceof SealGlyphMissing)) throw cause
    throw new Refusal('field/invalid', { field: 'sealPurpose', message: cause.message }, { cause })
  }
}

/** A drawing as a call answers it: a data address, in mm. */
export const drawn = ({ png, widthMm, heightMm }: SealArt) => ({
  sealImg: `data:image/png;base64,${png.toString('base64')}`,
  width: widthMm,
  height: heightMm,
})
