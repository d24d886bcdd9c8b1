import type { Position } from '@moqi/api/shapes'
import { fillInLimits, numberFormat } from '@moqi/domain/contract/fill-in'
import { controlTable } from '@moqi/domain/contract/controls'

/** What a fill-in is called: its own name, else its kind's. */
export const fillInName = ({ label, positionType }: Pick<Position, 'label' | 'positionType'>): string =>
  label || controlTable[positionType].label

/** What may be filled in, in words; empty when anything goes. */
export function fillInHint({ positionType, format, bounds, required }: Position): string {
  const parts: string[] = required ? [] : ['选填']
  const { min = null, max = null } = bounds ?? {}
  if (format === numberFormat) {
    parts.push('数字')
    if (min !== null && max !== null) parts.push(`${min} 至 ${max}`)
    else if (min !== null) parts.push(`不小于 ${min}`)
    else if (max !== null) parts.push(`不大于 ${max}`)
  } else if (positionType === 'textarea') parts.push(`最多 ${fillInLimits.textarea} 字`)
  return parts.join('，')
}
