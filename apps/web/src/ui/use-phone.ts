import { useBelow } from './use-below.ts'

/** True on a phone. Prefer CSS; use this where the two layouts do different things. */
export const usePhone = () => useBelow('tablet')
