import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { fetchLater } from '../../ui/later.tsx'
import { pageIndexAt, visibleRange, type LaidPage, type PageLayout } from './page-layout.ts'

type Seen = { first: number; last: number; current: number }
type Watch = {
  layout: PageLayout
  onPage: ((place: { fileIndex: number; page: number }) => void) | undefined
  onSeen: ((index: number) => void) | undefined
}
/** What the reader sees: indexes of the first, last and current page, and a hook for drawn pages. */
export type VisiblePages = Seen & { page: LaidPage | undefined; onDrawn: (fileIndex: number, page: number) => void }

// The column's end counts as reached a little early: fractions of a px and rubber scrolling never quite arrive.
const endTolerance = 32

/** Follows the scroller: which pages are in view, which one is being read, and whose foot was seen drawn. */
export function useVisiblePages(scroller: RefObject<HTMLDivElement | null>, watch: Watch): VisiblePages {
  const { layout, onPage, onSeen } = watch
  const [seen, setSeen] = useState<Seen>({ first: 0, last: 0, current: 0 })
  const drawn = useRef(new Set<string>())
  const told = useRef(new Set<number>())

  const look = useCallback(() => {
    const view = scroller.current
    if (!view || layout.pages.length === 0) return
    const { scrollTop, clientHeight, scrollHeight } = view
    const { first, last } = visibleRange(layout, scrollTop, clientHeight)
    const atEnd = scrollTop + clientHeight >= scrollHeight - endTolerance
    // A third of the way down is where the eye reads; at the very end it is the last page.
    const current = atEnd ? last : pageIndexAt(layout, scrollTop + clientHeight / 3)
    setSeen((old) =>
      old.first === first && old.last === last && old.current === current ? old : { first, last, current },
    )
    const bottom = scrollTop + clientHeight + endTolerance
    for (const [by, page] of layout.pages.slice(first, last + 1).entries()) {
      if (told.current.has(first + by) || !drawn.current.has(`${page.fileIndex}:${page.page}`)) continue
      if (page.top + page.height > bottom) continue
      told.current.add(first + by)
      onSeen?.(first + by)
    }
  }, [scroller, layout, onSeen])

  useEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      view.removeEventListener('scroll', onScroll)
    }
  }, [scroller, look])

  const page = layout.pages[seen.current]
  const [fileIndex, number] = [page?.fileIndex, page?.page]
  useEffect(() => {
    if (fileIndex !== undefined && number !== undefined) onPage?.({ fileIndex, page: number })
  }, [fileIndex, number, onPage])

  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  const onDrawn = useCallback((drawnFile: number, drawnPage: number) => {
    drawn.current.add(`${drawnFile}:${drawnPage}`)
    fetchLater()
    latest.current()
  }, [])
  return { ...seen, page, onDrawn }
}
