/** Breaches that stand until somebody's work lands: of a rule, in files whose path begins so, so many and no more. */
export type Pending = { rule: string; under: string; count: number }

/** Shrinks only, to nothing. */
export const pending: readonly Pending[] = [
  { rule: 'cast', under: 'apps/web/', count: 8 },
  { rule: 'cast', under: 'packages/pdf/', count: 1 },
  { rule: 'circle', under: 'packages/verify/', count: 1 },
  { rule: 'test-only', under: 'packages/signing/', count: 1 },
  { rule: 'undocumented', under: 'apps/web/', count: 23 },
  { rule: 'zone', under: 'apps/web/', count: 2 },
]
