import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 767px)')
const listen = (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** True below 768 px. Prefer CSS; use this where the two layouts do different things. */
export function usePhone() {
  return useSyncExternalStore(listen, () => query.matches)
}
