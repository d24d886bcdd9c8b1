import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'
import { outlineOf, pathOf, pointInField, refit, type InkPoint, type InkStroke } from './ink.ts'
import './pad-field.css'

type PadFieldProps = {
  /** How many characters are to be written. */
  letters: number
  strokes: readonly InkStroke[]
  /** px at full pressure. */
  brush: number
  /** The windows in which the page turns the field by 90°, so that points must be turned back. */
  turnedIn?: string
  onStrokes: (strokes: readonly InkStroke[]) => void
}

const mostSquares = 6

/** A field to write in by pen, finger or mouse, with a square a character; what is written stays when it is turned. */
export function PadField({ letters, strokes, brush, turnedIn, onStrokes }: PadFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const current = useRef<InkStroke | null>(null)
  const [live, setLive] = useState<InkStroke | null>(null)
  useFieldSize(field, (from, to) => {
    if (strokes.length > 0) onStrokes(refit(strokes, from, to))
  })

  const pointsOf = (event: PointerEvent): InkPoint[] => {
    const box = field.current
    if (!box) return []
    const turned = turnedIn !== undefined && matchMedia(turnedIn).matches
    const rect = box.getBoundingClientRect()
    const place = turned
      ? { left: rect.top, top: innerWidth - rect.right, turned, viewWidth: innerWidth }
      : { left: rect.left, top: rect.top, turned, viewWidth: innerWidth }
    const merged = event.nativeEvent.getCoalescedEvents?.() ?? []
    return (merged.length > 0 ? merged : [event.nativeEvent]).map(({ clientX, clientY, pressure }) => [
      ...pointInField(clientX, clientY, place),
      pressure || 0.5,
    ])
  }
  const show = (stroke: InkStroke | null) => {
    current.current = stroke
    setLive(stroke)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.isPrimary || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    show({ points: pointsOf(event), pen: event.pointerType === 'pen' })
  }
  const onPointerMove = (event: PointerEvent) => {
    const stroke = current.current
    if (stroke && event.isPrimary) show({ ...stroke, points: [...stroke.points, ...pointsOf(event)] })
  }
  const onPointerUp = () => {
    if (current.current) onStrokes([...strokes, current.current])
    show(null)
  }
  return (
    <div
      ref={field}
      className="pad-field"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    >
      <div className="pad-grid" aria-hidden="true">
        {Array.from({ length: Math.min(letters, mostSquares) }, (_, index) => (
          <svg key={index} viewBox="0 0 100 100" fill="none" stroke="#e9c9c2">
            <rect x=".5" y=".5" width="99" height="99" vectorEffect="non-scaling-stroke" />
            <path
              d="M0 50h100M50 0v100M0 0l100 100M100 0 0 100"
              strokeDasharray="6 6"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        ))}
      </div>
      <svg className="pad-svg" role="img" aria-label={strokes.length > 0 ? `已写${strokes.length}笔` : '书写区域'}>
        {(live ? [...strokes, live] : strokes).map((stroke, index) => (
          <path key={index} d={pathOf(outlineOf(stroke, brush))} fill="#17191e" />
        ))}
      </svg>
    </div>
  )
}

type Size = { width: number; height: number }

/** Tells when a field has become another size, as a phone is turned. */
function useFieldSize(field: { current: HTMLElement | null }, onChange: (from: Size, to: Size) => void) {
  const told = useEffectEvent(onChange)
  useEffect(() => {
    const node = field.current
    if (!node) return undefined
    const sizeNow = () => ({ width: node.clientWidth, height: node.clientHeight })
    let before = sizeNow()
    const observer = new ResizeObserver(() => {
      const now = sizeNow()
      if (now.width === 0 || (now.width === before.width && now.height === before.height)) return
      told(before, now)
      before = now
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [field])
}
