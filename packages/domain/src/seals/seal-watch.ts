import { dayMs, shanghaiOffsetMs } from '../time/civil-date.ts'

/** When and how often a company expects its seals to be used; what is unusual is told, and never refused. */
export type SealWatch = {
  readonly enabled: boolean
  /** Days of the week, 1 Monday to 7 Sunday. */
  readonly days: readonly number[]
  /** Minutes of the day in Beijing, the last one out: 0 to 1440. */
  readonly from: number
  readonly until: number
  /** Uses of one seal that are usual within an hour, and within a day. */
  readonly perHour: number
  readonly perDay: number
}

/** What holds until a company says otherwise. */
export const usualWatch: SealWatch = {
  enabled: true,
  days: [1, 2, 3, 4, 5, 6, 7],
  from: 7 * 60,
  until: 22 * 60,
  perHour: 60,
  perDay: 200,
}

/** The most uses that may be called usual. */
export const mostUses = 100_000

/** Why a use is unusual. */
export const sealAlerts = {
  hours: '在非工作时间用印',
  hourly: '一小时内用印次数异常',
  daily: '当日用印次数异常',
} as const
/** A key of `sealAlerts`. */
export type SealAlert = keyof typeof sealAlerts

/** A use of a seal at `at`, ms, the last of so many within the hour and the day. */
export type SealUse = { at: number; inHour: number; inDay: number }

/** What is unusual about a use, the hour of the day before its number; null for nothing. */
export function sealAlert({ enabled, days, from, until, perHour, perDay }: SealWatch, use: SealUse): SealAlert | null {
  if (!enabled) return null
  const local = use.at + shanghaiOffsetMs
  const minute = Math.floor((local % dayMs) / 60_000)
  // 1970-01-01 was a Thursday.
  const weekday = ((Math.floor(local / dayMs) + 3) % 7) + 1
  if (!days.includes(weekday) || minute < from || minute >= until) return 'hours'
  if (use.inHour > perHour) return 'hourly'
  return use.inDay > perDay ? 'daily' : null
}

/** What is wrong with a watch, for whoever sets it; null for nothing. */
export function watchFault({ days, from, until, perHour, perDay }: SealWatch): string | null {
  if (days.length === 0) return '请至少选择一天'
  if (from >= until) return '结束时间须晚于开始时间'
  return perHour > perDay ? '每小时次数不能多于每天次数' : null
}
