import { pageOf } from '../../router/chunk.ts'

/** A route's component from `apartLoads`, by its name there. */
export const apart = pageOf(async () => (await import('./apart-loads.ts')).apartLoads)
