import { useMedia } from './use-media.ts'

/** True below 768 px. Prefer CSS; use this where the two layouts do different things. */
export const usePhone = () => useMedia('(max-width: 767px)')

/** True on a phone held either way: where typing on a page itself would be too small. */
export const useHandheld = () => useMedia('(max-width: 767px), (max-height: 500px)')
