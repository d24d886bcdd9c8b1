import { DayPicker, type Matcher } from 'react-day-picker'
import { zhCN } from 'react-day-picker/locale/zh-CN'
import type { ComponentProps } from 'react'
import './calendar.css'
import './control.css'
import { dateOf, dayOf } from './day-text.ts'
import './select.css'

type CalendarProps = {
  /** The chosen day, `2026-12-29`, or empty. */
  value: string
  /** First and last day of the range it is in; either may be empty. */
  range?: readonly [string, string]
  /** The first day that may be chosen. */
  min?: string | undefined
  /** Whether the focus goes to the chosen day, or today, as it appears. */
  focused: boolean
  onPick: (day: string) => void
}

/** The months that a calendar reaches. */
const thisYear = new Date().getFullYear()
const reach = { startMonth: new Date(thisYear - 20, 0), endMonth: new Date(thisYear + 50, 11) }
const formatters = { formatYearDropdown: (date: Date) => `${date.getFullYear()}年` }
const components = { Select: CaptionSelect }

/** One month of days: arrow keys walk days and weeks, Page Up and Down months, with Shift years. */
export function Calendar({ value, range: [from, to] = ['', ''], min, focused, onPick }: CalendarProps) {
  const chosen = dateOf(value)
  const [first, last] = [dateOf(from), dateOf(to)]
  const earliest = dateOf(min ?? '')
  const between: Matcher[] = first && last ? [{ from: first, to: last }] : []
  const ends = [first, last].filter((date) => date !== undefined)
  const month = chosen ?? last ?? first ?? earliest
  return (
    <DayPicker
      className="calendar"
      mode="single"
      required
      autoFocus={focused}
      {...(document.documentElement.lang === 'en' ? {} : { locale: zhCN })}
      showOutsideDays
      fixedWeeks
      captionLayout="dropdown"
      {...reach}
      {...(month && { defaultMonth: month })}
      selected={chosen}
      {...(earliest && { disabled: { before: earliest } })}
      modifiers={{ between, end: ends }}
      modifiersClassNames={{ between: 'calendar-between', end: 'calendar-end' }}
      formatters={formatters}
      components={components}
      onSelect={(date) => onPick(dayOf(date))}
    />
  )
}

/** Year or month, as our other choices look. */
function CaptionSelect(props: ComponentProps<'select'>) {
  return <select {...props} className="control control-s select" />
}
