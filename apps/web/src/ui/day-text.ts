const written = /^(\d{4})(?:(\d{2})(\d{2})|\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?)$/

/** A typed day as `2026-12-09`, typed so or 2026/12/9, 2026.12.9, 20261209, 2026年12月9日; null for what is none. */
export function dayTyped(text: string): string | null {
  const found = written.exec(text.trim())
  if (!found) return null
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? found[4]), Number(found[3] ?? found[5])]
  const date = new Date(year, month - 1, day)
  const exists = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return exists ? dayOf(date) : null
}

const two = (number: number) => String(number).padStart(2, '0')

/** The day of a local date, as `2026-12-09`. */
export function dayOf(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Midnight of a day `2026-12-09` in the browser's own zone, as calendars count; undefined for an empty one. */
export function dateOf(day: string): Date | undefined {
  const [year, month, date] = day.split('-').map(Number)
  return year && month && date ? new Date(year, month - 1, date) : undefined
}
