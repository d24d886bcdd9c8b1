import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { endOfDayShanghai } from '@moqi/domain/time/format-date'
import dayjs, { type Dayjs } from 'dayjs'

/** The Beijing day of a time, as the calendar shows it whatever the browser's own zone. */
export function pickedDay(time: number | null): Dayjs | null {
  if (time === null) return null
  const { year, month, day } = shanghaiDate(time)
  return dayjs(new Date(year, month - 1, day))
}

/** 23:59:59 in Beijing of a picked day, ms; null for none. */
export function dayOfPicked(day: Dayjs | null): number | null {
  return day && endOfDayShanghai(day.year(), day.month() + 1, day.date())
}
