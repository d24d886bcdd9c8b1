import { dayMs, shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'

/** The times the board can show. */
export const periods = ['days30', 'months12', 'thisYear'] as const
/** One of them. */
export type Period = (typeof periods)[number]

/** Times as the board names them, and the time before that each is compared with. */
export const periodLabels: Readonly<Record<Period, { label: string; before: string }>> = {
  days30: { label: '近30天', before: '上一个30天' },
  months12: { label: '近12个月', before: '上一年' },
  thisYear: { label: '今年', before: '之前同样长的时间' },
}

/** From when (ms) to when a period goes at `now`: whole days of Shanghai, today among them. */
export function spanOf(period: Period, now: number): { startTime: number; endTime: number } {
  const today = shanghaiDate(now)
  const endTime = startOfDayShanghai(today) + dayMs
  if (period === 'days30') return { startTime: endTime - 30 * dayMs, endTime }
  if (period === 'thisYear') return { startTime: startOfDayShanghai({ year: today.year, month: 1, day: 1 }), endTime }
  const year = today.month === 12 ? today.year : today.year - 1
  return { startTime: startOfDayShanghai({ year, month: (today.month % 12) + 1, day: 1 }), endTime }
}

/** A span as the board's head says it, with its first and last day. */
export const spanText = ({ startTime, endTime }: { startTime: number; endTime: number }) =>
  `${formatDate(startTime, '{y}-{m}-{d}')} 至 ${formatDate(endTime - 1, '{y}-{m}-{d}')}`
