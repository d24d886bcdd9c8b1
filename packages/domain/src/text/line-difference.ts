/** A line that both have, that was taken away, or that came. */
export type DifferenceLine = { kind: 'same' | 'gone' | 'come'; text: string }

/** Cells of the table beyond which the middle is shown as gone and come as a whole. */
const mostCells = 4_000_000

/** How the lines `before` became those `after`: the longest lines in common stay, what was there comes first. */
export function lineDifference(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const least = Math.min(before.length, after.length) - head
  while (tail < least && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return [
    ...before.slice(0, head).map((text) => ({ kind: 'same', text }) as const),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map((text) => ({ kind: 'same', text }) as const),
  ]
}

const goneAndCome = (gone: readonly string[], come: readonly string[]): DifferenceLine[] => [
  ...gone.map((text) => ({ kind: 'gone', text }) as const),
  ...come.map((text) => ({ kind: 'come', text }) as const),
]

/** The classic table: how long the common lines are from each pair of places on. */
function middle(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const wide = after.length + 1
  if (before.length * after.length === 0 || before.length * wide > mostCells) return goneAndCome(before, after)
  const common = new Uint32Array((before.length + 1) * wide)
  const at = (b: number, a: number) => common[b * wide + a] ?? 0
  for (let b = before.length - 1; b >= 0; b--)
    for (let a = after.length - 1; a >= 0; a--)
      common[b * wide + a] = before[b] === after[a] ? at(b + 1, a + 1) + 1 : Math.max(at(b + 1, a), at(b, a + 1))
  return walk(before, after, at)
}

function walk(
  before: readonly string[],
  after: readonly string[],
  at: (b: number, a: number) => number,
): DifferenceLine[] {
  const lines: DifferenceLine[] = []
  let [b, a] = [0, 0]
  while (b < before.length && a < after.length) {
    const [gone = '', come = ''] = [before[b], after[a]]
    if (gone === come) {
      lines.push({ kind: 'same', text: gone })
      b += 1
      a += 1
    } else if (at(b + 1, a) >= at(b, a + 1)) {
      lines.push({ kind: 'gone', text: gone })
      b += 1
    } else {
      lines.push({ kind: 'come', text: come })
      a += 1
    }
  }
  return [...lines, ...goneAndCome(before.slice(b), after.slice(a))]
}

/** Whether anything differs. */
export const isDifferent = (lines: readonly DifferenceLine[]): boolean => lines.some(({ kind }) => kind !== 'same')
