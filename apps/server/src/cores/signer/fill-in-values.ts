import { checkFillIn, isFillIn } from '@moqi/domain/contract/fill-in'
import { controlTable } from '@moqi/domain/contract/controls'
import { Refusal } from '@moqi/domain/refusal'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { missingGlyphs } from '@moqi/pdf/fonts/truetype-font'
import type { AreaRow } from '#src/cores/contract/contract-files.ts'

/** What a fill-in gets: a text, or whether a box is ticked. */
export type FilledIn = { area: AreaRow; text: string } | { area: AreaRow; checked: boolean }

/** Whether an area is filled in by the signer. */
export const isFillInArea = ({ control }: AreaRow): boolean => isFillIn({ control })

/** The value of one fill-in, null when it may stay empty and does. Throws `field/invalid` naming the fill-in. */
export function fillInValue(area: AreaRow, typed: string | undefined): FilledIn | null {
  const { control, required, format, bounds } = area
  const checked = checkFillIn({ control, required, format, bounds: bounds ?? undefined }, typed ?? '')
  if (!checked.ok) throw fillInFault(area, checked.message)
  if (control === 'checkbox') return { area, checked: checked.value === 'yes' }
  if (checked.value === '') return null
  // What the font cannot show would be signed unseen.
  const [missing] = missingGlyphs(notoSans(), checked.value.replaceAll('\n', ''))
  if (missing !== undefined) throw fillInFault(area, `不支持字符“${missing}”，请更换`)
  return { area, text: checked.value }
}

/** A refusal that says which fill-in it is about. */
export function fillInFault(area: AreaRow, message: string): Refusal {
  const { label, control, area_id: areaId } = area
  const name = label ?? controlTable[control].label
  return new Refusal('field/invalid', { field: 'areas', areaId, message: `“${name}”${message}` })
}
