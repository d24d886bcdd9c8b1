/** Numbers that a seed repeats: `below(n)` is an integer from 0 up to but without n. */
export interface RandomSource {
  below: (limit: number) => number
  pick: <T>(items: readonly [T, ...T[]]) => T
}

/** The generator mulberry32; one seed always gives the same numbers. */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit)
  }
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
