import { useCallback, useImperativeHandle, type KeyboardEvent, type Ref, type RefObject } from 'react'
import type { DocumentHandle } from './document-handle.ts'
import { indexOfPlace, type PagePlace } from './page-layout.ts'
import type { VisiblePages } from './use-visible-pages.ts'
import type { Zoom } from './use-zoom.ts'

type Moves = {
  ref: Ref<DocumentHandle> | undefined
  zoom: Zoom
  seen: VisiblePages
}

/** The ways to move in an open document: to a place, page by page, by key, and by whoever holds the view's handle. */
export function useDocumentMoves(scroller: RefObject<HTMLDivElement | null>, { ref, zoom, seen }: Moves) {
  const { mmToPx, layout, spacing } = zoom

  const scrollTo = useCallback(
    (place: PagePlace & { y?: number }) => {
      const page = layout.pages[indexOfPlace(layout, place)]
      const view = scroller.current
      if (!page || !view) return
      const inPage = place.y === undefined ? -spacing.padding / 2 : place.y * mmToPx - view.clientHeight / 3
      view.scrollTo({ top: page.top + inPage })
    },
    [scroller, layout, mmToPx, spacing.padding],
  )
  useImperativeHandle(
    ref,
    () => ({
      scrollTo,
      inView: () => scroller.current && { view: scroller.current, mmToPx, page: seen.page },
    }),
    [scroller, scrollTo, mmToPx, seen.page],
  )

  const turn = (by: 1 | -1) => {
    const next = layout.pages[seen.current + by]
    if (next) scrollTo(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Record<string, () => void> = {
      PageDown: () => turn(1),
      PageUp: () => turn(-1),
      '+': () => zoom.step(1),
      '=': () => zoom.step(1),
      '-': () => zoom.step(-1),
      '0': zoom.fit,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return { scrollTo, turn, onKeyDown }
}
