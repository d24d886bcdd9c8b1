import { breakpoints } from './breakpoints.ts'
import { useMedia } from './use-media.ts'

/** True in a window narrower than that kind. Prefer CSS; use this where the two layouts do different things. */
export const useBelow = (kind: keyof typeof breakpoints) => useMedia(`(max-width: ${breakpoints[kind] - 1}px)`)

/** True below 768 px. */
export const usePhone = () => useBelow('tablet')

/** True on a phone held either way: where typing on a page itself would be too small. */
export const useHandheld = () => useMedia('(max-width: 767px), (max-height: 500px)')
