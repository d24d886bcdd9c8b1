import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import {
  anchorAt,
  anchorOffset,
  clampScale,
  fitScale,
  layoutPages,
  stepScale,
  widestPage,
  type PageLayout,
  type SheetSize,
  type Spacing,
} from './page-layout.ts'

type Focus = { x: number; y: number }
/** The scale of a view, the layout that follows from it, and the ways to change it. */
export type Zoom = {
  /** px a millimetre; 0 until the view is measured. */
  mmToPx: number
  layout: PageLayout
  spacing: Spacing
  fitting: boolean
  /** No smaller scale is to be had. */
  smallest: boolean
  fit: () => void
  step: (direction: 1 | -1) => void
  /** To a scale in px a millimetre, keeping the point at `focus` (px from the view's corner) where it is. */
  zoomTo: (mmToPx: number, focus: Focus) => void
}

const wideSpacing = { padding: 24, gap: 16 }
const narrowSpacing = { padding: 8, gap: 8 }

/** Fits pages to the width until the reader chooses a scale, and keeps the read place when the scale changes. */
export function useZoom(
  scroller: RefObject<HTMLDivElement | null>,
  files: readonly { pageArray: readonly SheetSize[] }[],
): Zoom {
  const [viewWidth, setViewWidth] = useState(0)
  const [chosen, choose] = useState<number | null>(null)
  const focus = useRef<Focus | null>(null)
  const spacing = useMemo(
    () => ({ ...(viewWidth < 768 ? narrowSpacing : wideSpacing), heading: files.length > 1 ? 48 : 0 }),
    [viewWidth, files.length],
  )
  const fit = fitScale(widestPage(files), viewWidth, spacing.padding)
  const mmToPx = viewWidth === 0 ? 0 : chosen === null ? fit : clampScale(chosen, fit)
  const layout = useMemo(() => layoutPages(files, mmToPx, spacing), [files, mmToPx, spacing])

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    const measure = () => setViewWidth(view.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(view)
    return () => watch.disconnect()
  }, [scroller])

  const before = useRef<{ layout: PageLayout; top: number; left: number } | null>(null)
  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    const old = before.current
    // At the very top with nothing in focus the top stays: fitting to the width must not eat the padding.
    if (old && old.layout !== layout && (focus.current || old.top > 0)) {
      const at = focus.current ?? { x: view.clientWidth / 2, y: 0 }
      const anchor = anchorAt(old.layout, old.top + at.y)
      const share = (old.left + at.x) / Math.max(old.layout.width, view.clientWidth)
      view.scrollTo({
        top: anchorOffset(layout, anchor) - at.y,
        left: share * Math.max(layout.width, view.clientWidth) - at.x,
        behavior: 'instant',
      })
    }
    focus.current = null
    before.current = { layout, top: view.scrollTop, left: view.scrollLeft }
  }, [scroller, layout])

  // The browser may cut scrollTop when pages shrink, so the place before the change is remembered here.
  useEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    const remember = () => {
      if (before.current) before.current = { ...before.current, top: view.scrollTop, left: view.scrollLeft }
    }
    view.addEventListener('scroll', remember, { passive: true })
    return () => view.removeEventListener('scroll', remember)
  }, [scroller])

  const zoomTo = useCallback(
    (next: number, at: Focus) => {
      focus.current = at
      choose(clampScale(next, fit))
    },
    [fit],
  )
  const step = (direction: 1 | -1) => {
    const view = scroller.current
    zoomTo(stepScale(mmToPx, direction, fit), { x: (view?.clientWidth ?? 0) / 2, y: (view?.clientHeight ?? 0) / 2 })
  }
  const smallest = mmToPx <= clampScale(0, fit)
  return { mmToPx, layout, spacing, fitting: chosen === null, smallest, fit: () => choose(null), step, zoomTo }
}
