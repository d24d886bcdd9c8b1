import { useEffect, useRef } from 'react'

/** Calls `close` when the pointer goes down, or the focus goes, outside the element while it is `open`. */
export function useDismiss<E extends HTMLElement>(open: boolean, close: () => void) {
  const element = useRef<E>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) latest.current()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  return element
}
