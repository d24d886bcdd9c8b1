import { useLayoutEffect, useState, type RefObject } from 'react'

const gap = 4
const edge = 8

/** px of what floats. */
type Size = { width: number; height: number }

/**
 * Where in the window something of this size floats while `open`: under its anchor, above it where there is no room,
 * and along with it as the page scrolls. Null until it is known. For `position: fixed`, which no dialog clips.
 */
export function useFloating(open: boolean, anchor: RefObject<HTMLElement | null>, { width, height }: Size) {
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null)
  useLayoutEffect(() => {
    if (!open) return undefined
    const follow = () => {
      const rect = anchor.current?.getBoundingClientRect()
      if (!rect) return
      const below = rect.bottom + gap + height <= innerHeight || rect.top < gap + height
      const left = Math.max(edge, Math.min(rect.left, innerWidth - width - edge))
      const under = Math.min(rect.bottom + gap, innerHeight - height - edge)
      setPlace({ top: Math.max(edge, below ? under : rect.top - gap - height), left })
    }
    follow()
    addEventListener('scroll', follow, { capture: true, passive: true })
    addEventListener('resize', follow)
    return () => {
      removeEventListener('scroll', follow, { capture: true })
      removeEventListener('resize', follow)
    }
  }, [open, anchor, width, height])
  return open ? place : null
}
