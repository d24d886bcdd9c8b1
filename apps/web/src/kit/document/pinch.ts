import { useEffect, useRef, type RefObject } from 'react'
import type { Zoom } from './use-zoom.ts'

const spread = (touches: TouchList): number => {
  const [one, two] = [touches[0], touches[1]]
  return one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0
}
const middle = (touches: TouchList, box: DOMRect) => {
  const [one, two] = [touches[0], touches[1]]
  return one && two
    ? { x: (one.clientX + two.clientX) / 2 - box.left, y: (one.clientY + two.clientY) / 2 - box.top }
    : { x: 0, y: 0 }
}

// A second tap within this time (ms) and this near (px) makes a double tap.
const doubleTap = { time: 300, distance: 32 }
/** How much larger than fitting a double tap makes the page. */
const doubleTapScale = 2

type PinchProps = {
  scroller: RefObject<HTMLDivElement | null>
  zoom: Pick<Zoom, 'mmToPx' | 'zoomTo' | 'fitting' | 'fit'>
}

/**
 * Two fingers, a double tap, or the wheel with Ctrl zoom the pages instead of the whole window. A double tap on a page
 * that is larger than fitting fits it again.
 */
export function Pinch({ scroller, zoom }: PinchProps): null {
  const latest = useRef(zoom)
  useEffect(() => {
    latest.current = zoom
  })
  useEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    let start: { spread: number; mmToPx: number } | null = null
    let frame = 0
    const onTouchStart = (event: TouchEvent) => {
      start = event.touches.length === 2 ? { spread: spread(event.touches), mmToPx: latest.current.mmToPx } : null
    }
    const onTouchMove = (event: TouchEvent) => {
      if (!start || event.touches.length !== 2) return
      event.preventDefault()
      const next = (start.mmToPx * spread(event.touches)) / start.spread
      const at = middle(event.touches, view.getBoundingClientRect())
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => latest.current.zoomTo(next, at))
    }
    const onTouchEnd = () => {
      start = null
    }
    let tap = { at: -doubleTap.time, x: 0, y: 0 }
    const onPointerUp = (event: PointerEvent) => {
      const { timeStamp, clientX, clientY, pointerType, target } = event
      // What can be pressed keeps its two presses.
      if (pointerType !== 'touch' || !(target instanceof Element) || target.closest('button, input, textarea')) return
      const again = timeStamp - tap.at < doubleTap.time
      const near = Math.hypot(clientX - tap.x, clientY - tap.y) < doubleTap.distance
      tap = again ? { at: -doubleTap.time, x: 0, y: 0 } : { at: timeStamp, x: clientX, y: clientY }
      if (!again || !near) return
      const { fitting, fit, mmToPx, zoomTo } = latest.current
      const box = view.getBoundingClientRect()
      if (fitting) zoomTo(mmToPx * doubleTapScale, { x: clientX - box.left, y: clientY - box.top })
      else fit()
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const box = view.getBoundingClientRect()
      const at = { x: event.clientX - box.left, y: event.clientY - box.top }
      latest.current.zoomTo(latest.current.mmToPx * Math.exp(-event.deltaY / 300), at)
    }
    view.addEventListener('touchstart', onTouchStart, { passive: true })
    view.addEventListener('touchmove', onTouchMove, { passive: false })
    view.addEventListener('touchend', onTouchEnd)
    view.addEventListener('touchcancel', onTouchEnd)
    view.addEventListener('wheel', onWheel, { passive: false })
    view.addEventListener('pointerup', onPointerUp)
    return () => {
      cancelAnimationFrame(frame)
      view.removeEventListener('touchstart', onTouchStart)
      view.removeEventListener('touchmove', onTouchMove)
      view.removeEventListener('touchend', onTouchEnd)
      view.removeEventListener('touchcancel', onTouchEnd)
      view.removeEventListener('wheel', onWheel)
      view.removeEventListener('pointerup', onPointerUp)
    }
  }, [scroller])
  return null
}
