import { dayMs, hourMs } from '@moqi/domain/time/civil-date'

/** A number of things, in threes. */
export const inThrees = (count: number): string => count.toLocaleString('en-US')

/** A time as a number and its unit: days, below one hours, below one minutes; a dash where there is none. */
export function timeWords(ms: number | null): { value: string; unit: string } {
  if (ms === null) return { value: '—', unit: '' }
  if (ms >= dayMs) return { value: (ms / dayMs).toFixed(1), unit: '天' }
  if (ms >= hourMs) return { value: (ms / hourMs).toFixed(1), unit: '小时' }
  return { value: String(Math.max(1, Math.round(ms / 60_000))), unit: '分钟' }
}

/** A part of a whole in per cent; null of nothing. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100)

/** How a count differs from that of the time before, as 比上一年多18%. */
export function growthWords(now: number, before: number, beforeLabel: string): string {
  const part = percent(now - before, before)
  if (part === null) return `${beforeLabel}没有发起`
  return part === 0 ? `与${beforeLabel}持平` : `比${beforeLabel}${part > 0 ? '多' : '少'}${Math.abs(part)}%`
}

/** How a mean time differs from that of the time before. */
export function paceWords(now: number | null, before: number | null, beforeLabel: string): string {
  if (now === null || before === null) return now === null ? '还没有签完的合同' : `${beforeLabel}没有签完的合同`
  if (now === before) return `与${beforeLabel}一样`
  const { value, unit } = timeWords(Math.abs(now - before))
  return `比${beforeLabel}${now < before ? '快' : '慢'}${value}${unit}`
}
