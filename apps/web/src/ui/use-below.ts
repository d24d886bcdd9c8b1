import { useMemo, useSyncExternalStore } from 'react'
import { breakpoints } from './breakpoints.ts'

/** True in a window narrower than that kind. Prefer CSS; use this where the two layouts do different things. */
export function useBelow(kind: keyof typeof breakpoints): boolean {
  const query = useMemo(() => matchMedia(`(max-width: ${breakpoints[kind] - 1}px)`), [kind])
  const listen = useMemo(
    () => (changed: () => void) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => query.matches)
}
