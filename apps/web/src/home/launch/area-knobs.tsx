import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { useRef, type PointerEvent } from 'react'
import { isFillIn } from '@moqi/domain/contract/fill-in'
import { resized, type Corner, type PageSize, type SizeLimits } from './placing-geometry.ts'

const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se']
/** A place smaller than this, mm, could hold no character. */
const least = 3

/** How the size of a place may change, null when it is given: a seal has its own. */
export const sizeLimits = (area: Position, most: PageSize): SizeLimits | null =>
  isFillIn(areaOf(area)) ? { least, most, square: area.positionType === 'checkbox' } : null

type Props = {
  area: Position
  limits: SizeLimits
  mmToPx: number
  /** The size while the pointer is down; null when it gives up. */
  onShow: (area: Position | null) => void
  onPut: (area: Position) => void
}

/** The four corners of a chosen place, to drag; keys set its size by the numbers beside the page. */
export function AreaKnobs({ area, limits, mmToPx, onShow, onPut }: Props) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const at = (event: PointerEvent, corner: Corner) => {
    const start = from.current
    if (!start) return null
    const by = { x: (event.clientX - start.x) / mmToPx, y: (event.clientY - start.y) / mmToPx }
    return resized(area, corner, by, limits)
  }
  return corners.map((corner) => (
    <i
      key={corner}
      className={`knob ${corner}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={(event) => {
        const next = at(event, corner)
        if (next) onShow(next)
      }}
      onPointerUp={(event) => {
        const next = at(event, corner)
        from.current = null
        onShow(null)
        if (next) onPut(next)
      }}
      onPointerCancel={() => {
        from.current = null
        onShow(null)
      }}
    />
  ))
}
