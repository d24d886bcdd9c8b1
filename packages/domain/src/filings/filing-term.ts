import { civilDateOf, daysInMonth, daysSinceEpoch, isCivilDate, shanghaiDate } from '../time/civil-date.ts'

/**
 * How long a contract runs: its first and last day, in days since 1970-01-01 in Shanghai; by how many months it goes on
 * by itself, 0 for not at all, and how many days before its end one must say that it shall not.
 */
export type FilingTerm = {
  readonly beginDay: number | null
  readonly endDay: number | null
  readonly renewMonths: number
  readonly noticeDays: number
}

/** From so many days before its end on a contract ends soon. */
export const soonDays = 30
const lastDays = 7
const mostMonths = 120
const mostNotice = 365

/** The day it is in Shanghai at `ms`, in days since 1970-01-01. */
export const dayAt = (ms: number): number => daysSinceEpoch(shanghaiDate(ms))

const two = (n: number) => String(n).padStart(2, '0')

/** A day as it is written: 2026-04-01. */
export function dayWritten(day: number): string {
  const { year, month, day: ofMonth } = civilDateOf(day)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(ofMonth)}`
}

/** A day as it was written: 2026-04-01, 2026/4/1 or 2026年4月1日; null for what is none. */
export function readDay(text: string): number | null {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.trim())
  if (!found) return null
  const date = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }
  return isCivilDate(date) ? daysSinceEpoch(date) : null
}

/** The same day so many months later, the last of the month where it has no such day. */
export function monthsLater(day: number, months: number): number {
  const date = civilDateOf(day)
  const count = date.year * 12 + date.month - 1 + months
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1]
  return daysSinceEpoch({ year, month, day: Math.min(date.day, daysInMonth(year, month)) })
}

/** What is wrong with a term, or null: the field and the words. */
export function termFault({ beginDay, endDay, renewMonths, noticeDays }: FilingTerm): {
  field: string
  message: string
} | null {
  if (beginDay !== null && endDay !== null && endDay < beginDay) {
    return { field: 'endDate', message: '到期日期不能早于生效日期' }
  }
  if (endDay === null && renewMonths > 0) return { field: 'endDate', message: '自动顺延需填写到期日期' }
  if (renewMonths > mostMonths) return { field: 'renewMonths', message: `每次顺延不超过${mostMonths}个月` }
  if (noticeDays > mostNotice) return { field: 'noticeDays', message: `提前通知不超过${mostNotice}天` }
  return null
}

/** The days on which one is reminded of the end: thirty and seven days before, and when notice must be given. */
export function reminderDays({ endDay, renewMonths, noticeDays }: FilingTerm): number[] {
  if (endDay === null) return []
  const notice = renewMonths > 0 && noticeDays > 0 ? [endDay - noticeDays] : []
  return [...new Set([endDay - soonDays, endDay - lastDays, ...notice])].toSorted((a, b) => a - b)
}

/**
 * The next day on which something is to be done about a term, after `day`: a reminder, or the day behind its end on
 * which it goes on by itself; null when there is none.
 */
export function nextTermDay(term: FilingTerm, day: number): number | null {
  const renewal = term.endDay !== null && term.renewMonths > 0 ? [term.endDay + 1] : []
  return [...reminderDays(term), ...renewal].filter((one) => one > day).toSorted((a, b) => a - b)[0] ?? null
}

/** The term as it stands on a day: one that goes on by itself has gone on as often as it ended. */
export function renewedTerm(term: FilingTerm, today: number): FilingTerm {
  const { endDay, renewMonths } = term
  if (endDay === null || renewMonths <= 0 || endDay >= today) return term
  let times = 1
  while (monthsLater(endDay, renewMonths * times) < today) times += 1
  return { ...term, endDay: monthsLater(endDay, renewMonths * times) }
}

/** How a term stands: not known, not begun, running, ending soon, past. */
export type TermState = 'none' | 'before' | 'running' | 'soon' | 'past'
/** As a list shows it: `part` of it that is over, in per cent. */
export type TermView = { readonly state: TermState; readonly part: number; readonly words: string }

/** How a term is shown on a day; what is past and `settled` was looked after. */
export function termView(term: FilingTerm, today: number, settled: boolean): TermView {
  const { beginDay, endDay } = term
  if (endDay === null) return { state: 'none', part: 0, words: beginDay === null ? '未登记期限' : '未约定到期日' }
  const left = endDay - today
  if (left < 0) return { state: settled ? 'running' : 'past', part: 100, words: pastWords(-left, settled) }
  if (beginDay !== null && beginDay > today) return { state: 'before', part: 0, words: `${dayWritten(beginDay)} 生效` }
  const part = beginDay === null ? 0 : Math.round((100 * (today - beginDay)) / Math.max(endDay - beginDay, 1))
  if (left > soonDays && !isNoticeDue(term, today)) return { state: 'running', part, words: leftWords(left) }
  const then = term.renewMonths > 0 ? `自动顺延${spanWords(term.renewMonths)}` : '未约定续签'
  return { state: 'soon', part, words: `${left === 0 ? '今天到期' : `还有${left}天`}，${then}` }
}

const isNoticeDue = ({ endDay, renewMonths, noticeDays }: FilingTerm, today: number) =>
  endDay !== null && renewMonths > 0 && noticeDays > 0 && today >= endDay - noticeDays

const pastWords = (days: number, settled: boolean) => `已到期${days}天，${settled ? '已处理' : '尚未处理'}`

const spanWords = (months: number) => (months % 12 === 0 ? `${months / 12}年` : `${months}个月`)

function leftWords(days: number): string {
  if (days < 60) return `还有${days}天`
  const months = Math.floor(days / 30.44)
  if (months < 12) return `还有${months}个月`
  const rest = months % 12
  return `还有${Math.floor(months / 12)}年${rest === 0 ? '' : `${rest}个月`}`
}
