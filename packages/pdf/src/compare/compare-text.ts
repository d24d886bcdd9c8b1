import { alignPages } from './align-pages.ts'
import type { CompareWork, Difference } from './comparison.ts'
import type { Change } from './diff-units.ts'
import { placeOf, wholePage } from './places.ts'
import type { ReadPage } from './read-pages.ts'
import { numbering, textChanges } from './text-changes.ts'
import { type FlowUnit, flowOf, runningLines } from './text-flow.ts'

/** Two units that are the same. */
export interface SameUnits {
  one: FlowUnit
  other: FlowUnit
}

/** What the texts of two files say of their pages. Pages count from 0. */
export interface ComparedText {
  pairs: { one: number | null; other: number | null }[]
  differences: Difference[]
  /** Units that stand in both, in order. */
  same: SameUnits[]
  /** Page numbers, which need not be the same. */
  numbers: { ones: readonly FlowUnit[]; others: readonly FlowUnit[] }
  /** Pages of passages that were not compared word by word. */
  coarse: { one: number | null; other: number | null }[]
}

/** Compares what the pages say, wherever lines and pages break. */
export function compareText(ones: readonly ReadPage[], others: readonly ReadPage[], work: CompareWork): ComparedText {
  const number = numbering()
  const { pairs, moved } = alignPages(
    ones.map(({ units }) => number(units)),
    others.map(({ units }) => number(units)),
  )
  // What is a picture on one side is compared as one.
  const [apartOnes, apartOthers] = [new Set(moved.map((m) => m.one)), new Set(moved.map((m) => m.other))]
  for (const { one, other } of pairs) {
    const isMute = ones[one]?.units.length === 0 || others[other]?.units.length === 0
    if (isMute) apartOnes.add(one)
    if (isMute) apartOthers.add(other)
  }
  const running = new Set([...runningLines(ones), ...runningLines(others)])
  const one = flowOf(ones, placesBut(ones, apartOnes), running)
  const other = flowOf(others, placesBut(others, apartOthers), running)
  const numbers = { ones: one.numbers, others: other.numbers }
  const result: ComparedText = { pairs: [...pairs, ...moved], differences: [], same: [], numbers, coarse: [] }
  const compare = (first: readonly FlowUnit[], second: readonly FlowUnit[]) => {
    const changes = textChanges(first, second, work)
    for (const same of sameOf(first, second, changes)) result.same.push(same)
    for (const { from, start, isCoarse } of changes) {
      if (isCoarse) result.coarse.push({ one: first[from]?.page ?? null, other: second[start]?.page ?? null })
    }
    return changes
  }
  const tell = (first: readonly FlowUnit[], second: readonly FlowUnit[], changes: readonly Change[]) => {
    for (const { from, to, start, end } of changes) {
      const [before, after] = [placeOf(ones, first, { from, to }), placeOf(others, second, { from: start, to: end })]
      result.differences.push({ kind: 'text', before, after })
    }
  }
  const changes = compare(one.main, other.main)
  const unpaired = unpairedOf(result.pairs, ones.length, others.length)
  const gone = unpaired.ones.filter((page) => isAllIn(one.main, page, changes, 'one'))
  const come = unpaired.others.filter((page) => isAllIn(other.main, page, changes, 'other'))
  for (const page of gone) result.differences.push({ kind: 'page-removed', before: wholePage(ones, page), after: null })
  for (const page of come) result.differences.push({ kind: 'page-added', before: null, after: wholePage(others, page) })
  tell(one.main, other.main, withoutPages(changes, pageRanges(one.main, gone), pageRanges(other.main, come)))
  tell(one.running, other.running, compare(one.running, other.running))
  for (const pair of moved) {
    const [before, after] = [wholePage(ones, pair.one), wholePage(others, pair.other)]
    result.differences.push({ kind: 'page-moved', before, after })
    const [first, second] = [flowOf(ones, [pair.one], running), flowOf(others, [pair.other], running)]
    tell(first.main, second.main, compare(first.main, second.main))
  }
  result.pairs.push(
    ...unpaired.ones.map((page) => ({ one: page, other: null })),
    ...unpaired.others.map((page) => ({ one: null, other: page })),
  )
  return result
}

const placesBut = (pages: readonly ReadPage[], without: ReadonlySet<number>) =>
  [...pages.keys()].filter((page) => !without.has(page))

function unpairedOf(pairs: ComparedText['pairs'], count: number, count2: number) {
  const [ones, others] = [new Set(pairs.map(({ one }) => one)), new Set(pairs.map(({ other }) => other))]
  return { ones: freeOf(count, ones), others: freeOf(count2, others) }
}

const freeOf = (length: number, taken: ReadonlySet<number | null>) =>
  Array.from({ length }, (_, page) => page).filter((page) => !taken.has(page))

/** The units between the changes. */
function sameOf(one: readonly FlowUnit[], other: readonly FlowUnit[], changes: readonly Change[]): SameUnits[] {
  const same: SameUnits[] = []
  let [at, at2] = [0, 0]
  for (const { from, to, end } of [...changes, { from: one.length, to: one.length, end: other.length }]) {
    while (at < from) {
      const [first, second] = [one[at++], other[at2++]]
      if (first && second) same.push({ one: first, other: second })
    }
    ;[at, at2] = [to, end]
  }
  return same
}

type Range = { from: number; to: number }

function pageRanges(flow: readonly FlowUnit[], pages: readonly number[]): Range[] {
  return pages.flatMap((page) => {
    const from = flow.findIndex((unit) => unit.page === page)
    return from < 0 ? [] : [{ from, to: flow.findLastIndex((unit) => unit.page === page) + 1 }]
  })
}

/** Nine tenths of what a page says stands in the other file nowhere. */
const ownShare = 0.9

function isAllIn(flow: readonly FlowUnit[], page: number, changes: readonly Change[], side: 'one' | 'other'): boolean {
  const [range] = pageRanges(flow, [page])
  if (!range) return true
  const inside = changes
    .map(({ from, to, start, end }) => (side === 'one' ? { from, to } : { from: start, to: end }))
    .reduce((all, { from, to }) => all + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)), 0)
  return inside >= ownShare * (range.to - range.from)
}

/** The changes without what is told as a whole page. */
function withoutPages(changes: readonly Change[], gone: readonly Range[], come: readonly Range[]): Change[] {
  return changes.flatMap((change) => {
    const left = cut({ from: change.from, to: change.to }, gone)
    const left2 = cut({ from: change.start, to: change.end }, come)
    return Array.from({ length: Math.max(left.length, left2.length) }, (_, index) => {
      const [{ from, to }, { from: start, to: end }] = [
        left[index] ?? { from: change.to, to: change.to },
        left2[index] ?? { from: change.end, to: change.end },
      ]
      return { from, to, start, end }
    }).filter(({ from, to, start, end }) => from < to || start < end)
  })
}

/** What is left of a range outside others. */
function cut(range: Range, others: readonly Range[]): Range[] {
  return others.reduce<Range[]>(
    (left, { from, to }) =>
      left.flatMap((one) =>
        [
          { from: one.from, to: Math.min(one.to, from) },
          { from: Math.max(one.from, to), to: one.to },
        ].filter((part) => part.from < part.to),
      ),
    [range],
  )
}
