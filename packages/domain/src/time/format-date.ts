import {
  type CivilDate,
  dayMs,
  daysSinceEpoch,
  hourMs,
  isCivilDate,
  shanghaiDate,
  shanghaiOffsetMs,
} from './civil-date.ts'

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

const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const weekdays = ['日', '一', '二', '三', '四', '五', '六'] as const

/**
 * A time in Shanghai by a pattern of `{y} {m} {d} {h} {i} {s} {a}` (year, month, day, hour, minute, second, weekday
 * 日 to 六), zero-padded; what is no time gives empty text (checklist E15).
 */
export function formatDate(input: TimeInput, pattern = '{y}-{m}-{d} {h}:{i}:{s}'): string {
  const ms = parseTime(input)
  if (ms === null) return ''
  const local = ms + shanghaiOffsetMs
  const day = Math.floor(local / dayMs)
  const inDay = local - day * dayMs
  const date = shanghaiDate(ms)
  const parts: Record<string, string> = {
    y: pad(date.year, 4),
    m: pad(date.month),
    d: pad(date.day),
    h: pad(Math.floor(inDay / hourMs)),
    i: pad(Math.floor(inDay / 60_000) % 60),
    s: pad(Math.floor(inDay / 1000) % 60),
    // 1970-01-01 was a Thursday.
    a: weekdays[(((day + 4) % 7) + 7) % 7] ?? '',
  }
  return pattern.replace(/\{([ymdhisa])\}/g, (_whole, token: string) => parts[token] ?? '')
}

/** Formats of the signing-date control (domain 2.2); the first is the default. */
export const dateControlFormats = ['yyyy年m月d日', 'yyyy m d', 'yyyy/m/d', 'yyyy-m-d', 'yyyy.m.d', '中文日期'] as const
/** How a date control writes its date: a member of `dateControlFormats`. */
export type DateControlFormat = (typeof dateControlFormats)[number]

const numerals = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const
const digitsInChinese = (value: number) => [...String(value)].map((digit) => numerals[Number(digit)] ?? '').join('')

function countInChinese(value: number) {
  const tens = Math.floor(value / 10)
  const ones = value % 10
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : (numerals[tens] ?? '')}十`
  return ten + (ones === 0 ? '' : (numerals[ones] ?? ''))
}

/** A day as the signing-date control writes it; `中文日期` gives 二〇二六年一月二十日. */
export function formatCivilDate({ year, month, day }: CivilDate, format: DateControlFormat): string {
  if (format === '中文日期') return `${digitsInChinese(year)}年${countInChinese(month)}月${countInChinese(day)}日`
  return format.replace('yyyy', String(year)).replace('m', String(month)).replace('d', String(day))
}
