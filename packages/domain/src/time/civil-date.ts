/** A day of the Gregorian calendar: month 1–12, day 1–31. */
export type CivilDate = { readonly year: number; readonly month: number; readonly day: number }

/** One day, in milliseconds. */
export const dayMs = 86_400_000
/** One hour, in milliseconds. */
export const hourMs = 3_600_000
/** How far Shanghai is ahead of UTC, in ms; China has one zone and no summer time. */
export const shanghaiOffsetMs = 8 * hourMs

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The days of a month, 0 for a month that does not exist. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthDays[month - 1] ?? 0)

/** Whether the day exists, in the years 1 to 9999. */
export const isCivilDate = ({ year, month, day }: CivilDate): boolean =>
  Number.isInteger(year) && year >= 1 && year <= 9999 && day >= 1 && day <= daysInMonth(year, month)

/** Days from 1970-01-01 to the day; negative before. Howard Hinnant's days_from_civil, counting years from March. */
export function daysSinceEpoch({ year, month, day }: CivilDate): number {
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The day that lies `days` after 1970-01-01; the inverse of `daysSinceEpoch`. */
export function civilDateOf(days: number): CivilDate {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9)
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** The day it is in Shanghai at `ms` since the epoch. */
export const shanghaiDate = (ms: number): CivilDate => civilDateOf(Math.floor((ms + shanghaiOffsetMs) / dayMs))

/** The first ms of a Shanghai day, since the epoch. */
export const startOfDayShanghai = (date: CivilDate): number => daysSinceEpoch(date) * dayMs - shanghaiOffsetMs

/** 23:59:59.000 of the Shanghai day that `ms` lies in, since the epoch: what a deadline given as a date means. */
export const endOfDayOf = (ms: number): number => startOfDayShanghai(shanghaiDate(ms)) + dayMs - 1000
