import { pageOf } from '../../router/chunk.ts'

/** A route's component from `mineLoads`, by its name there. */
export const mine = pageOf(async () => (await import('./mine-loads.ts')).mineLoads)
