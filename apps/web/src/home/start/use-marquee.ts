import { useEffect, useRef } from 'react'

/** px every 20 ms (checklist K10). */
const step = 0.5
const interval = 20

/** Where the text stands after one step: out at the left, in again at the right. */
export const nextOffset = (offset: number, textWidth: number, viewWidth: number) =>
  offset - step <= -textWidth ? viewWidth : offset - step

/**
 * Moves `text` through `box`; it rests under reduced motion, and while the pointer or the focus is on what `hold` is
 * spread over (checklist H11).
 */
export function useMarquee() {
  const text = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const held = useRef(false)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let offset = 0
    const timer = setInterval(() => {
      if (held.current || document.hidden || !text.current || !box.current) return
      offset = nextOffset(offset, text.current.offsetWidth, box.current.offsetWidth)
      text.current.style.transform = `translateX(${offset}px)`
    }, interval)
    return () => clearInterval(timer)
  }, [])
  const set = (rest: boolean) => () => {
    held.current = rest
  }
  return {
    text,
    box,
    hold: { onMouseEnter: set(true), onMouseLeave: set(false), onFocus: set(true), onBlur: set(false) },
  }
}
