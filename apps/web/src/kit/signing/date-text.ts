import type { Position } from '@moqi/api/shapes'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { dateControlFormats, formatCivilDate } from '@moqi/domain/time/date-control'

/** Today as a date area writes it. */
export function dateText({ format }: Pick<Position, 'format'>, now: number): string {
  const known = dateControlFormats.find((one) => one === format) ?? dateControlFormats[0]
  return formatCivilDate(shanghaiDate(now), known)
}
