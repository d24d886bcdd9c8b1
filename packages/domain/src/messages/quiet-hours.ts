import { dayMs, hourMs, shanghaiDate, startOfDayShanghai } from '../time/civil-date.ts'
import { isCodeScene } from './sms-text.ts'

/** When an SMS due at `ms` may leave: at once by day, else at 8:00 in Shanghai; codes always at once (domain 8). */
export function smsLeavesAt(scene: string, ms: number): number {
  if (isCodeScene(scene)) return ms
  const midnight = startOfDayShanghai(shanghaiDate(ms))
  if (ms < midnight + 8 * hourMs) return midnight + 8 * hourMs
  return ms < midnight + 22 * hourMs ? ms : midnight + dayMs + 8 * hourMs
}
