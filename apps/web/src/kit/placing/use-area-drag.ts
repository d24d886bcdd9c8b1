import type { File, FileField, Position } from '@moqi/api/shapes'
import { isSignature } from '@moqi/domain/contract/lone-area'
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import type { DocumentHandle } from '../document/document-handle.ts'
import { fieldAround, ownFieldsOf } from './own-fields.ts'
import { insidePage, snapped, type Guides } from './placing-geometry.ts'
import { pointOnSheet, scrollAtEdge } from './sheet-point.ts'
import { sizeOfPage } from './use-placing.ts'

/** An area on its way: where it would fall now, the lines it lies on, and the file's own field it would take. */
export type Drag = { area: Position; guides: Guides; isNew: boolean; field: string | null; barred: boolean }
type Grip = { area: Position; isNew: boolean; from: { x: number; y: number }; grab: { x: number; y: number } | null }
type Options = {
  view: RefObject<DocumentHandle | null>
  files: readonly File[]
  areas: readonly Position[]
  onDrop: (area: Position) => void
  /** The pointer went down and up without moving. */
  onTap: (area: Position, isNew: boolean, more: boolean) => void
}

// A finger trembles: less than this many px is a tap.
const threshold = 4

/** Drags areas over the pages, from the palette or from where they lie, with mouse, pen or finger. */
export function useAreaDrag(options: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const start = (event: ReactPointerEvent<HTMLElement>, area: Position, isNew: boolean) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = { x: event.clientX, y: event.clientY }
    const on = isNew ? null : pointOnSheet(latest.current.view.current?.inView(), event)
    const grip: Grip = { area, isNew, from, grab: on ? { x: on.x - area.x, y: on.y - area.y } : null }
    stop.current?.()
    stop.current = follow(grip, latest, setDrag)
  }
  return { drag, start }
}

function target(grip: Grip, at: PointerEvent, { view, files, areas }: Options): Drag | null {
  const point = pointOnSheet(view.current?.inView(), at)
  if (!point) return null
  const fileId = files[point.fileIndex]?.fileId ?? grip.area.fileId
  const { width, height } = grip.area
  const grab = grip.grab ?? { x: width / 2, y: height / 2 }
  const place = { ...grip.area, fileId, page: point.page, x: point.x - grab.x, y: point.y - grab.y }
  const fields = ownFieldsOf(files, fileId)
  if (fields)
    return onOwnField(
      place,
      isSignature({ control: place.positionType }) ? fieldAround(fields, point) : undefined,
      grip.isNew,
    )
  const size = sizeOfPage(files, place)
  const others = areas.filter(
    (area) =>
      area.fileId === fileId &&
      area.page === point.page &&
      area.positionType !== 'crossPage' &&
      area.positionId !== grip.area.positionId,
  )
  // Alt lets it lie anywhere.
  const { x, y, guides } = snapped(insidePage(place, size), size, others, at.altKey ? 0 : 1.5)
  return { area: { ...place, x, y }, guides, isNew: grip.isNew, field: null, barred: false }
}

/** A file that takes no other places: the area falls onto a field, or nowhere. */
function onOwnField(place: Position, field: FileField | undefined, isNew: boolean): Drag {
  const guides = { x: null, y: null }
  if (!field) return { area: place, guides, isNew, field: null, barred: true }
  const { page, x, y, width, height } = field
  return { area: { ...place, page, x, y, width, height }, guides, isNew, field: field.name, barred: false }
}

/** Follows one pointer until it is lifted; answers how to give up. */
function follow(grip: Grip, latest: RefObject<Options>, show: (drag: Drag | null) => void): () => void {
  let dragging = false
  let now: Drag | null = null
  let at: PointerEvent | null = null
  let frame = 0
  const look = () => {
    if (!at) return
    now = target(grip, at, latest.current) ?? now
    show(now)
  }
  const atEdge = () => {
    const pages = latest.current.view.current?.inView()
    if (at && dragging && pages && scrollAtEdge(pages.view, at.clientY)) look()
    frame = requestAnimationFrame(atEdge)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', end)
    window.removeEventListener('keydown', onKey, true)
    show(null)
  }
  const onMove = (event: PointerEvent) => {
    at = event
    dragging ||= Math.hypot(event.clientX - grip.from.x, event.clientY - grip.from.y) > threshold
    if (dragging) look()
  }
  const onUp = (event: PointerEvent) => {
    end()
    if (!dragging) latest.current.onTap(grip.area, grip.isNew, event.shiftKey)
    else if (now) latest.current.onDrop(now.area)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end()
  }
  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', end)
  window.addEventListener('keydown', onKey, true)
  frame = requestAnimationFrame(atEdge)
  return end
}
