import { useSyncExternalStore } from 'react'

const query = matchMedia('(pointer: coarse)')
const listen = (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether one points with a finger: then the platform's own date picker is the better one. */
export const isTouch = () => query.matches

/** `isTouch`, for a component that changes with it. */
export function useTouch(): boolean {
  return useSyncExternalStore(listen, isTouch)
}
