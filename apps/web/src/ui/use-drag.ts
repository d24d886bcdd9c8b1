import { useRef, type KeyboardEvent, type PointerEvent } from 'react'

/** A place or size in mm. */
export type Spot = { x: number; y: number }
export type Size = { width: number; height: number }

const arrows: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The nearest place at which a box lies wholly on the page, all in mm. */
export function clampToPage(spot: Spot, box: Size, page: Size): Spot {
  return {
    x: Math.min(Math.max(spot.x, 0), Math.max(page.width - box.width, 0)),
    y: Math.min(Math.max(spot.y, 0), Math.max(page.height - box.height, 0)),
  }
}

type DragOptions = { spot: Spot; box: Size; page: Size; mm: number; onMove: (spot: Spot) => void }

/** Handlers that move a box on its page by pointer or arrow keys (1 mm, with Shift 10 mm); `mm` is pixels per mm. */
export function useDrag({ spot, box, page, mm, onMove }: DragOptions) {
  const from = useRef<{ clientX: number; clientY: number; spot: Spot } | null>(null)
  const release = () => {
    from.current = null
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { clientX: event.clientX, clientY: event.clientY, spot }
    },
    onPointerMove(event: PointerEvent) {
      const start = from.current
      if (!start) return
      const x = start.spot.x + (event.clientX - start.clientX) / mm
      const y = start.spot.y + (event.clientY - start.clientY) / mm
      onMove(clampToPage({ x, y }, box, page))
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown(event: KeyboardEvent) {
      const step = arrows[event.key]
      if (!step) return
      event.preventDefault()
      const reach = event.shiftKey ? 10 : 1
      onMove(clampToPage({ x: spot.x + step.x * reach, y: spot.y + step.y * reach }, box, page))
    },
  }
}
