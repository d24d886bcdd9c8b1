import { dayMs } from '../time/civil-date.ts'
import { deadlineOf } from '../time/deadline.ts'
import { type Checked, failed, passed } from './checked.ts'
import type { PersonPaper } from './person-paper.ts'

/** How many days before its paper's end an authentication's holder is told. */
export const paperTermDays = 30
/** No paper is valid for longer. */
const longest = 60 * 366 * dayMs

/** Whether a person's paper may be valid for good: the identity card of whoever is past 45. */
export const isEverForGood = (paper: PersonPaper): boolean => paper === 'identityCard'

/**
 * The end of the last day that a paper is valid on, in ms, as it is typed: `2036-01-05`. An empty text is for good,
 * null, where that may be. Judged at `now` in ms: what has ended proves nothing.
 */
export function checkPaperEnd(
  text: string,
  { now, forGood }: { now: number; forGood: boolean },
): Checked<number | null> {
  if (text.trim() === '' && forGood) return passed(null)
  const end = deadlineOf(text.trim())
  if (end === null) return failed('请填写证照上的有效期截止日期')
  if (end < now) return failed('证照已过有效期，请不予通过')
  return end > now + longest ? failed('有效期截止日期不正确，请对照照片核对') : passed(end)
}
