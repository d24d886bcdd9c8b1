import type { CompareWork } from './comparison.ts'

/** What was `[from, to)` before and is `[start, end)` after; one of them may be empty. */
export interface Change {
  from: number
  to: number
  start: number
  end: number
  /** Not looked into: too different, or too much. */
  isCoarse?: true
}

/** Texts as numbers: equal units have equal numbers. */
interface Region extends Change {
  one: Int32Array
  other: Int32Array
}

/** Lengths of runs that stand once on either side and are taken for the same, the longest first. */
const grams = [32, 12, 6]
/** Fewer units are compared at once. */
const leastDivided = 64
/** Units inserted and removed within one region, beyond which it is told as a whole. */
const mostEdits = 1_200

/**
 * Where two sequences differ, in order: by runs that stand once in either, then unit by unit (Myers 1986). What is
 * beyond the work is told as one change. Not symmetric where there are several shortest answers.
 */
export function diffUnits(one: Int32Array, other: Int32Array, work: CompareWork): Change[] {
  const changes: Change[] = []
  divide({ one, other, from: 0, to: one.length, start: 0, end: other.length }, { level: 0, work, changes })
  return changes
}

interface Run {
  level: number
  work: CompareWork
  changes: Change[]
}

function divide(region: Region, { level, work, changes }: Run): void {
  const within = trimmed(region)
  const { one, other, from, to, start, end } = within
  if (from === to && start === end) return
  const change: Change = { from, to, start, end }
  if (from === to || start === end) {
    changes.push(change)
    return
  }
  const gram = grams[level]
  const size = to - from + (end - start)
  const isLong = gram !== undefined && size >= leastDivided
  if (!work.take(size)) changes.push({ ...change, isCoarse: true })
  else if (!isLong) changes.push(...(shortest(within, work) ?? [{ ...change, isCoarse: true as const }]))
  else {
    const deeper = { level: level + 1, work, changes }
    let [at, at2] = [from, start]
    for (const anchor of anchorsOf(within, gram)) {
      if (anchor.at < at || anchor.at2 < at2) continue
      divide({ one, other, from: at, to: anchor.at, start: at2, end: anchor.at2 }, deeper)
      const length = equalLength(within, anchor)
      at = anchor.at + length
      at2 = anchor.at2 + length
    }
    divide({ one, other, from: at, to, start: at2, end }, deeper)
  }
}

/** How far both are equal from two places on. */
function equalLength({ one, other, to, end }: Region, { at, at2 }: { at: number; at2: number }): number {
  let length = 0
  while (at + length < to && at2 + length < end && one[at + length] === other[at2 + length]) length++
  return length
}

/** Without what both begin and end with. */
function trimmed({ one, other, ...region }: Region): Region {
  let { from, to, start, end } = region
  while (from < to && start < end && one[from] === other[start]) {
    from++
    start++
  }
  while (from < to && start < end && one[to - 1] === other[end - 1]) {
    to--
    end--
  }
  return { one, other, from, to, start, end }
}

/** Runs of `gram` units that stand once on either side, those that keep their order (patience). */
function anchorsOf({ one, other, from, to, start, end }: Region, gram: number): { at: number; at2: number }[] {
  const [first, second] = [onceIn(one, from, to, gram), onceIn(other, start, end, gram)]
  const shared: { at: number; at2: number }[] = []
  for (const [key, at] of first) {
    const at2 = second.get(key)
    if (at >= 0 && at2 !== undefined && at2 >= 0 && isSame(one, at, other, at2, gram)) shared.push({ at, at2 })
  }
  shared.sort((a, b) => a.at - b.at)
  return longestRising(shared)
}

/** Where each run begins, by its hash; -1 of those that stand there twice. */
function onceIn(units: Int32Array, from: number, to: number, gram: number): Map<number, number> {
  const places = new Map<number, number>()
  let top = 1
  for (let i = 1; i < gram; i++) top = Math.imul(top, 16_777_619)
  let key = 0
  for (let at = from; at < to; at++) {
    if (at - from >= gram) key = (key - Math.imul(units[at - gram] ?? 0, top)) | 0
    key = (Math.imul(key, 16_777_619) + (units[at] ?? 0)) | 0
    if (at - from < gram - 1) continue
    places.set(key, places.has(key) ? -1 : at - gram + 1)
  }
  return places
}

function isSame(one: Int32Array, at: number, other: Int32Array, at2: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (one[at + i] !== other[at2 + i]) return false
  return true
}

/** The longest choice of them whose second places rise as their first do. */
function longestRising(pairs: { at: number; at2: number }[]): { at: number; at2: number }[] {
  const tails: number[] = []
  const before: number[] = []
  for (const [index, { at2 }] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tails[middle] ?? 0]?.at2 ?? 0) < at2) low = middle + 1
      else high = middle
    }
    before[index] = tails[low - 1] ?? -1
    tails[low] = index
  }
  const chosen: { at: number; at2: number }[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index]
    if (pair) chosen.push(pair)
  }
  return chosen.toReversed()
}

/** The shortest way from one to the other; undefined when it is too long or too much work. */
function shortest(region: Region, work: CompareWork): Change[] | undefined {
  const { from, to, start, end } = region
  const [length, length2] = [to - from, end - start]
  const most = Math.min(length + length2, mostEdits)
  const offset = most + 1
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    if (!work.take(2 * edits + 1)) return undefined
    trace.push(reach.slice(offset - edits - 1, offset + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      const began = beganAt(reach, offset + k, k === -edits, k === edits)
      const x = began + equalLength(region, { at: from + began, at2: start + began - k })
      if (!work.take(x - began)) return undefined
      reach[offset + k] = x
      if (x >= length && x - k >= length2) return backtracked(trace, { from, start, length, length2 })
    }
  }
  return undefined
}

/** Where a diagonal is entered: from above by an insertion, or from the left by a removal. */
function beganAt(reach: Int32Array, at: number, isFirst: boolean, isLast: boolean): number {
  const [left, above] = [reach[at - 1] ?? 0, reach[at + 1] ?? 0]
  return isFirst || (!isLast && left < above) ? above : left + 1
}

function backtracked(
  trace: readonly Int32Array[],
  { from, start, length, length2 }: { from: number; start: number; length: number; length2: number },
): Change[] {
  const changes: Change[] = []
  let [x, y] = [length, length2]
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits]
    const reached = (k: number) => reach?.[k + edits + 1] ?? 0
    const k = x - y
    const down = k === -edits || (k !== edits && reached(k - 1) < reached(k + 1))
    const beforeX = reached(down ? k + 1 : k - 1)
    const beforeY = beforeX - (down ? k + 1 : k - 1)
    changes.push({
      from: from + beforeX,
      to: from + beforeX + (down ? 0 : 1),
      start: start + beforeY,
      end: start + beforeY + (down ? 1 : 0),
    })
    ;[x, y] = [beforeX, beforeY]
  }
  return changes.toReversed()
}
