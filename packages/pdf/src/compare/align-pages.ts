/** Pages that stand for one another, by their places from 0. */
export interface Alignment {
  /** In order in both files. */
  pairs: { one: number; other: number }[]
  /** The same page elsewhere. */
  moved: { one: number; other: number }[]
}

/** Units of a run by which pages are recognised. */
const gram = 3
/** As much must two pages share to be the same page in another place, and as many units must it have. */
const sameShare = 0.8
const leastUnits = 12
/** What two pages in order are worth though they share nothing, and two without text, which only their place pairs. */
const inPlace = 0.02
const blankPair = 0.5

/** Aligns pages given as numbered units: those in order that share the most, then moved ones. */
export function alignPages(ones: readonly Int32Array[], others: readonly Int32Array[]): Alignment {
  const likeness = likenessOf(ones, others)
  const pairs = inOrder(likeness, ones.length, others.length)
  const [paired, paired2] = [new Set(pairs.map(({ one }) => one)), new Set(pairs.map(({ other }) => other))]
  const candidates = ones.flatMap((units, one) => {
    if (units.length < leastUnits || paired.has(one)) return []
    const shares = [...(likeness[one] ?? [])].map((share, other) => ({ one, other, share }))
    return shares.filter(({ share, other }) => share >= sameShare && !paired2.has(other))
  })
  candidates.sort((a, b) => b.share - a.share || a.one - b.one || a.other - b.other)
  const moved: Alignment['moved'] = []
  for (const { one, other } of candidates) {
    if (paired.has(one) || paired2.has(other)) continue
    paired.add(one)
    paired2.add(other)
    moved.push({ one, other })
  }
  return { pairs, moved }
}

/** How much each page shares with each: 0 nothing, 1 all (Dice). */
function likenessOf(ones: readonly Int32Array[], others: readonly Int32Array[]): Float64Array[] {
  const index = new Map<string, { page: number; count: number }[]>()
  const sizes = others.map((units, page) => {
    const counts = gramsOf(units)
    for (const [key, count] of counts) {
      const found = index.get(key)
      if (found) found.push({ page, count })
      else index.set(key, [{ page, count }])
    }
    return sum(counts.values())
  })
  return ones.map((units) => {
    const counts = gramsOf(units)
    const size = sum(counts.values())
    const shared = new Float64Array(others.length)
    for (const [key, count] of counts)
      for (const { page, count: theirs } of index.get(key) ?? [])
        shared[page] = (shared[page] ?? 0) + Math.min(count, theirs)
    return shared.map((both, page) => {
      const all = size + (sizes[page] ?? 0)
      return all === 0 ? blankPair : (2 * both) / all
    })
  })
}

function gramsOf(units: Int32Array): Map<string, number> {
  const counts = new Map<string, number>()
  const last = Math.max(units.length - gram, units.length > 0 ? 0 : -1)
  for (let at = 0; at <= last; at++) {
    const key = units.subarray(at, at + gram).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0)

/** The pairs in order whose likeness together is the greatest: one that is the same outweighs two that are alike. */
function inOrder(likeness: readonly Float64Array[], count: number, count2: number): Alignment['pairs'] {
  const best = Array.from({ length: count + 1 }, () => new Float64Array(count2 + 1))
  const at = (one: number, other: number) => best[one]?.[other] ?? 0
  const paired = (one: number, other: number) => at(one + 1, other + 1) + (likeness[one]?.[other] ?? 0) ** 2 + inPlace
  for (let one = count - 1; one >= 0; one--) {
    const row = best[one]
    for (let other = count2 - 1; other >= 0; other--)
      if (row) row[other] = Math.max(paired(one, other), at(one + 1, other), at(one, other + 1))
  }
  const pairs: Alignment['pairs'] = []
  let [one, other] = [0, 0]
  while (one < count && other < count2) {
    const here = at(one, other)
    if (here === paired(one, other)) pairs.push({ one: one++, other: other++ })
    else if (here === at(one + 1, other)) one++
    else other++
  }
  return pairs
}
