import type { CompareWork } from './comparison.ts'
import { type Change, diffUnits } from './diff-units.ts'
import { isWord, type PageUnit } from './read-pages.ts'
import type { FlowUnit } from './text-flow.ts'

/** As few equal units between two changes are told with them. */
const joined = 2

/** Numbers units so that equal ones have equal numbers, over all that one function is asked. */
export function numbering(): (units: readonly PageUnit[]) => Int32Array {
  const numbers = new Map<string, number>()
  return (units) =>
    Int32Array.from(units, ({ text }) => {
      const known = numbers.get(text) ?? numbers.size + 1
      numbers.set(text, known)
      return known
    })
}

/** Where two texts differ, in passages as a reader takes them: whole numbers and words, and no crumbs. */
export function textChanges(one: readonly FlowUnit[], other: readonly FlowUnit[], work: CompareWork): Change[] {
  const number = numbering()
  const changes = diffUnits(number(one), number(other), work)
  const together = joinNear(changes, joined).map((change, index, all) => {
    const room = {
      back: change.from - (all[index - 1]?.to ?? 0),
      on: (all[index + 1]?.from ?? one.length) - change.to,
    }
    if (change.start === change.end) return slid(change, one, room)
    return change.from === change.to ? turned(slid(turned(change), other, room)) : change
  })
  return joinNear(
    together.map((change) => wholeWords(change, one, other)),
    0,
  )
}

function joinNear(changes: readonly Change[], gap: number): Change[] {
  const result: Change[] = []
  for (const change of changes) {
    const last = result.at(-1)
    if (last && change.from - last.to <= gap && change.start - last.end <= gap) {
      last.to = Math.max(last.to, change.to)
      last.end = Math.max(last.end, change.end)
      if (change.isCoarse) last.isCoarse = true
    } else result.push({ ...change })
  }
  return result
}

/** A change is sought no further back than this. */
const mostSlide = 400
const turned = ({ from, to, start, end, ...more }: Change): Change => ({
  ...more,
  from: start,
  to: end,
  start: from,
  end: to,
})

/**
 * What was removed from a text that repeats itself may as well have stood a little before or after: it begins with a
 * line or a sentence. So many units around it as `room` says are equal in both.
 */
function slid(change: Change, units: readonly PageUnit[], room: { back: number; on: number }): Change {
  const { from, to, start, end, ...more } = change
  let best = { by: 0, worth: worthOf(units, from) }
  const isBetter = (by: number) => {
    const worth = worthOf(units, from + by)
    if (worth > best.worth) best = { by, worth }
  }
  for (let by = 1; by <= Math.min(room.back, mostSlide); by++) {
    if (units[from - by]?.text !== units[to - by]?.text) break
    isBetter(-by)
  }
  for (let by = 1; by <= Math.min(room.on, mostSlide); by++) {
    if (units[from + by - 1]?.text !== units[to + by - 1]?.text) break
    isBetter(by)
  }
  const { by } = best
  return { ...more, from: from + by, to: to + by, start: start + by, end: end + by }
}

/** Whether a reader begins there: 2 a line behind a full stop, 1 a sentence, 0 within one. */
function worthOf(units: readonly PageUnit[], at: number): number {
  const [before, here] = [units[at - 1], units[at]]
  if (!before) return 2
  if (!/[。；！？.;!?]/.test(before.text)) return 0
  return here?.row === before.row ? 1 : 2
}

/** The change with the rest of the words and numbers it begins or ends in. */
function wholeWords(change: Change, one: readonly FlowUnit[], other: readonly FlowUnit[]): Change {
  let { from, to, start, end } = change
  const begins = () => (from < to && goesOn(one, from)) || (start < end && goesOn(other, start))
  while (from > 0 && start > 0 && begins()) {
    from--
    start--
  }
  const ends = () => (from < to && goesOn(one, to)) || (start < end && goesOn(other, end))
  while (to < one.length && end < other.length && ends()) {
    to++
    end++
  }
  return { ...change, from, to, start, end }
}

/** Whether the word before goes on there; none does on the next page. */
const goesOn = (units: readonly FlowUnit[], at: number) =>
  isWord(units[at]?.text) && isWord(units[at - 1]?.text) && !units[at]?.gap && units[at]?.page === units[at - 1]?.page
