import { dayMs, daysSinceEpoch, hourMs, isCivilDate, shanghaiOffsetMs } from './civil-date.ts'
import { formatTime } from './format-time.ts'

/** A time as callers have it: ms, seconds of ten digits, digits or a timestamp in a string, or a Date. */
export type TimeInput = number | string | { getTime(): number } | null | undefined

const stamp =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

// A ten-digit number is seconds (spec §3).
const fromNumber = (value: number) => (/^\d{10}$/.test(String(value)) ? value * 1000 : value)

function offsetMs(zone: string | undefined) {
  if (zone === undefined) return shanghaiOffsetMs
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

function fromStamp(text: string) {
  const found = stamp.exec(text)
  if (!found) return null
  const part = (index: number) => Number(found[index] ?? 0)
  const date = { year: part(1), month: part(2), day: part(3) }
  if (!isCivilDate(date) || part(4) > 23 || part(5) > 59 || part(6) > 59) return null
  const fraction = Number((found[7] ?? '0').padEnd(3, '0'))
  const inDay = part(4) * hourMs + part(5) * 60_000 + part(6) * 1000 + fraction
  return daysSinceEpoch(date) * dayMs + inDay - offsetMs(found[8])
}

/** Ms since the epoch, or null for what is no time; a string without zone is Shanghai time. */
export function parseTime(input: TimeInput): number | null {
  if (input === null || input === undefined || input === '') return null
  if (typeof input === 'object') return parseTime(input.getTime())
  if (typeof input === 'number') return Number.isFinite(input) ? fromNumber(input) : null
  const text = input.trim()
  return /^-?\d+$/.test(text) ? fromNumber(Number(text)) : fromStamp(text)
}

/** A time in Shanghai by a pattern as `formatTime` has it; what is no time gives empty text (checklist E15). */
export function formatDate(input: TimeInput, pattern?: string): string {
  const ms = parseTime(input)
  return ms === null ? '' : formatTime(ms, pattern)
}
