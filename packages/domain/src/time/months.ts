import { shanghaiDate } from './civil-date.ts'

/** The months of Shanghai from `from` (ms) on, and before `to`, as 2026-11. */
export function monthsBetween(from: number, to: number): string[] {
  const [first, last] = [shanghaiDate(from), shanghaiDate(to - 1)]
  const count = (last.year - first.year) * 12 + last.month - first.month + 1
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const month = first.month - 1 + index
    return `${first.year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}
