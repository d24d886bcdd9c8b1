import { dayMs, hourMs, shanghaiDate, shanghaiOffsetMs } from './civil-date.ts'

const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const weekdays = ['日', '一', '二', '三', '四', '五', '六'] as const

/**
 * A time (ms since the epoch) in Shanghai by a pattern of `{y} {m} {d} {h} {i} {s} {a}` (year, month, day, hour,
 * minute, second, weekday 日 to 六), zero-padded.
 */
export function formatTime(ms: number, pattern = '{y}-{m}-{d} {h}:{i}:{s}'): string {
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
