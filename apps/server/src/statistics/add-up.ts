/** Contracts that one account has sent in one month, and what became of them; `spentMs` to the last signature. */
export type Counted = {
  accountId: string
  month: string
  sentNumber: number
  finishedNumber: number
  spentMs: number
  rejectedNumber: number
  expiredNumber: number
}

/** The sums of those that have the same `of`; times are the mean of what was finished. */
export type Sum = { of: string | null; sentNumber: number; finishedNumber: number; averageTime: number | null }

/** Adds up what belongs together, most contracts first. */
export function addUp(counted: readonly Counted[], by: (one: Counted) => string | null): Sum[] {
  const sums = new Map<string | null, { sentNumber: number; finishedNumber: number; spentMs: number }>()
  for (const one of counted) {
    const sum = sums.get(by(one)) ?? { sentNumber: 0, finishedNumber: 0, spentMs: 0 }
    sums.set(by(one), {
      sentNumber: sum.sentNumber + one.sentNumber,
      finishedNumber: sum.finishedNumber + one.finishedNumber,
      spentMs: sum.spentMs + one.spentMs,
    })
  }
  return [...sums]
    .map(([of, { sentNumber, finishedNumber, spentMs }]) => ({
      of,
      sentNumber,
      finishedNumber,
      averageTime: finishedNumber === 0 ? null : Math.round(spentMs / finishedNumber),
    }))
    .toSorted((a, b) => b.sentNumber - a.sentNumber || ((a.of ?? '') < (b.of ?? '') ? -1 : 1))
}
