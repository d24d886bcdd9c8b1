import { useEffect, useRef } from 'react'

/**
 * For a strip of links that may be wider than a phone: brings the present one (`aria-current`) to its middle whenever
 * `shown`, which names it, changes; not while `shown` is empty.
 */
export function useStrip(shown: string) {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const box = strip.current
    const now = box?.querySelector('[aria-current]')
    if (!box || !now || shown === '') return
    const [outer, inner] = [box.getBoundingClientRect(), now.getBoundingClientRect()]
    box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
  }, [shown])
  return strip
}
