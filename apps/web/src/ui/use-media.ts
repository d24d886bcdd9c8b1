import { useMemo, useSyncExternalStore } from 'react'

/** Whether a media query holds, followed as it changes. Prefer CSS; use this where two layouts do different things. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query])
  const listen = useMemo(
    () => (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [list],
  )
  return useSyncExternalStore(listen, () => list.matches)
}
