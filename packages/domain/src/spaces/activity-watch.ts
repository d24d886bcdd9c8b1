import { dayMs, hourMs, shanghaiOffsetMs } from '../time/civil-date.ts'

/** What of a member's doings is compared with the member's own usual. */
export const activityKinds = {
  hours: '在不常登录的时间登录',
  downloads: '下载合同的份数异常',
  signings: '签署的份数异常',
} as const
/** A key of `activityKinds`. */
export type ActivityKind = keyof typeof activityKinds

/**
 * What makes it unusual. Sign-ins: at least `signIns` of them on `days` days say what is usual, and an hour is near
 * when it is within `nearHours` of one of them. Numbers of a day: more than `least`, and more than `times` the busiest
 * day of the last `usualDays`.
 */
export const activityLimits = { usualDays: 30, signIns: 10, days: 5, nearHours: 2, least: 20, times: 3 } as const

/** The hour of the day in Beijing, 0–23. */
export const hourOfDay = (at: number): number => Math.floor(((at + shanghaiOffsetMs) % dayMs) / hourMs)
const dayOf = (at: number) => Math.floor((at + shanghaiOffsetMs) / dayMs)

/** Whether somebody signs in at an hour of the day (Beijing) at which they usually do not; times in ms. */
export function isUnusualHour(at: number, before: readonly number[]): boolean {
  const since = at - activityLimits.usualDays * dayMs
  const usual = before.filter((one) => one >= since && one < at)
  if (usual.length < activityLimits.signIns || new Set(usual.map(dayOf)).size < activityLimits.days) return false
  const hour = hourOfDay(at)
  return usual.every((one) => {
    const apart = Math.abs(hourOfDay(one) - hour)
    return Math.min(apart, 24 - apart) > activityLimits.nearHours
  })
}

/** Whether a day's number is unusual beside that of the busiest day before. */
export const isUnusualNumber = (today: number, busiest: number): boolean =>
  today > activityLimits.least && today > activityLimits.times * busiest

/** What was unusual, and beside what, for whoever is told. */
export function activityInWords(kind: ActivityKind, { number, usual }: { number: number; usual: number }): string {
  if (kind === 'hours')
    return `${activityKinds.hours}（${number}时，近${activityLimits.usualDays}天从未在此前后2小时内登录）`
  const what = kind === 'downloads' ? '下载合同' : '签署'
  return `今天${what}${number}份，近${activityLimits.usualDays}天每天不超过${usual}份`
}
