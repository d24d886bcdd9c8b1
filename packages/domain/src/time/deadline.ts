import { endOfDayOf } from './civil-date.ts'
import { formatDate, parseTime } from './format-date.ts'

/** The day in Beijing of a deadline in ms, as `2026-12-29`; empty for none. */
export const deadlineDay = (time: number | null): string => formatDate(time, '{y}-{m}-{d}')

/** 23:59:59.000 in Beijing of a day `2026-12-29`, in ms; null for what is none (domain 2.1). */
export function deadlineOf(day: string): number | null {
  const time = parseTime(day)
  return time === null ? null : endOfDayOf(time)
}
