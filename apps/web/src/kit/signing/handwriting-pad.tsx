import { Eraser, Keyboard, Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { useMedia } from '../../ui/use-media.ts'
import './handwriting-pad.css'
import { outlineOf, pathOf, pointInField, type InkPoint, type InkStroke } from './ink.ts'
import { inkOf, typedInk } from './ink-picture.ts'
import type { Ink } from './signing-state.ts'

type HandwritingPadProps = {
  /** What is to be written. */
  name: string
  /** Whether the signature may also be kept among the person's own. */
  canKeep: boolean
  busy: boolean
  onDone: (ink: Ink, keep: boolean) => void
  onClose: () => void
}

/** Brush at full pressure, px. */
const brush = 14
const upright = '(max-width: 767px) and (orientation: portrait)'

/**
 * A field to write one's name in by pen, finger or mouse. It fills the screen of a phone; held upright, the phone shows
 * it on its side and asks to be turned.
 */
export function HandwritingPad({ name, canKeep, busy, onDone, onClose }: HandwritingPadProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [strokes, setStrokes] = useState<readonly InkStroke[]>([])
  const [keep, setKeep] = useState(false)
  const [fault, setFault] = useState('')
  const onItsSide = useMedia(upright)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const use = (ink: Ink | null) => {
    if (ink) onDone(ink, keep)
    else setFault('请写下完整的签名')
  }
  return (
    <dialog ref={dialog} className="pad" aria-labelledby="pad-title" onClose={onClose}>
      <div className="pad-in">
        <header>
          <button type="button" className="icon-btn" aria-label="关闭" onClick={() => dialog.current?.close()}>
            <X size={22} />
          </button>
          <h2 id="pad-title">
            {onItsSide ? '请横过手机，写下' : '请写下'}“{name}”
          </h2>
          <span className={fault ? 'pad-fault' : 'muted'} role="status">
            {fault || '写得大一些，可以写出格'}
          </span>
        </header>
        <PadField
          name={name}
          strokes={strokes}
          onStrokes={(drawn) => {
            setStrokes(drawn)
            setFault('')
          }}
        />
        <footer>
          <Button variant="quiet" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
            <Eraser size={18} />
            清除
          </Button>
          <Button variant="quiet" disabled={strokes.length === 0} onClick={() => setStrokes(strokes.slice(0, -1))}>
            <Undo2 size={18} />
            撤销一笔
          </Button>
          <Button variant="quiet" busy={busy} onClick={() => use(typedInk(name))}>
            <Keyboard size={18} />
            用楷体代替
          </Button>
          {canKeep && (
            <label className="check pad-keep">
              <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
              <span>存为我的签名</span>
            </label>
          )}
          <Button
            size="l"
            variant="seal"
            busy={busy}
            disabled={strokes.length === 0}
            onClick={() => use(inkOf(strokes, brush))}
          >
            使用这个签名
          </Button>
        </footer>
      </div>
    </dialog>
  )
}

type PadFieldProps = { name: string; strokes: readonly InkStroke[]; onStrokes: (strokes: readonly InkStroke[]) => void }

function PadField({ name, strokes, onStrokes }: PadFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const current = useRef<InkStroke | null>(null)
  const [live, setLive] = useState<InkStroke | null>(null)

  const pointsOf = (event: PointerEvent): InkPoint[] => {
    const box = field.current
    if (!box) return []
    const turned = matchMedia(upright).matches
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
        {[...name].slice(0, 6).map((letter, index) => (
          <svg key={`${letter}${index}`} viewBox="0 0 100 100" fill="none" stroke="#e9c9c2">
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
