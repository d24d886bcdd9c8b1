import { Eraser, Keyboard, PenLine, RefreshCw, Smartphone, Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isVisit } from '../../client/visit.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useHandheld } from '../../ui/use-phone.ts'
import type { Ink, InkStroke } from '../handwriting/ink.ts'
import { inkOf, typedInk } from '../handwriting/ink-picture.ts'
import { PadField } from '../handwriting/pad-field.tsx'
import './handwriting-pad.css'

const ByPhone = later(async () => (await import('../handwriting/by-phone.tsx')).ByPhone)

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
 * A field to write one's name in by pen, finger or mouse, or by a phone that scans a code. It fills the screen of a
 * phone; held upright, the phone shows it on its side and asks to be turned.
 */
export function HandwritingPad({ name, canKeep, busy, onDone, onClose }: HandwritingPadProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [keep, setKeep] = useState(false)
  const [fault, setFault] = useState('')
  const [byPhone, setByPhone] = useState(false)
  const onItsSide = useMedia(upright)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const use = (ink: Ink | null) => {
    if (ink) onDone(ink, keep)
    else setFault('请写下完整的签名')
  }
  const keeping = canKeep && (
    <label className="check pad-keep">
      <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
      <span>存为我的签名</span>
    </label>
  )
  const change = (next: boolean) => {
    setFault('')
    setByPhone(next)
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
            {fault || (byPhone ? '' : '写得大一些，可以写出格')}
          </span>
        </header>
        {byPhone ? (
          <PhoneSide keeping={keeping} busy={busy} onUse={use} onHere={() => change(false)} />
        ) : (
          <DeskSide
            name={name}
            keeping={keeping}
            busy={busy}
            onWrite={() => setFault('')}
            onUse={use}
            onPhone={() => change(true)}
          />
        )}
      </div>
    </dialog>
  )
}

type SideProps = { keeping: ReactNode; busy: boolean; onUse: (ink: Ink | null) => void }
type DeskSideProps = SideProps & { name: string; onWrite: () => void; onPhone: () => void }

/** Writing here. */
function DeskSide({ name, keeping, busy, onWrite, onUse, onPhone }: DeskSideProps) {
  const [strokes, setStrokes] = useState<readonly InkStroke[]>([])
  const handheld = useHandheld()
  return (
    <>
      <PadField
        letters={[...name].length}
        brush={brush}
        turnedIn={upright}
        strokes={strokes}
        onStrokes={(drawn) => {
          setStrokes(drawn)
          onWrite()
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
        <Button variant="quiet" busy={busy} onClick={() => onUse(typedInk(name))}>
          <Keyboard size={18} />
          用楷体代替
        </Button>
        {!handheld && !isVisit() && (
          <Button variant="quiet" onClick={onPhone}>
            <Smartphone size={18} />
            使用手机扫码手写
          </Button>
        )}
        {keeping}
        <Button
          size="l"
          variant="seal"
          busy={busy}
          disabled={strokes.length === 0}
          onClick={() => onUse(inkOf(strokes, brush))}
        >
          使用这个签名
        </Button>
      </footer>
    </>
  )
}

/** Writing on a phone, until its signature is here. */
function PhoneSide({ keeping, busy, onUse, onHere }: SideProps & { onHere: () => void }) {
  const [ink, setInk] = useState<Ink | null>(null)
  return (
    <>
      <div className="pad-phone">
        {ink ? <img src={ink.png} alt="手机上写的签名" className="pad-written" /> : <ByPhone onWritten={setInk} />}
      </div>
      <footer>
        <Button variant="quiet" onClick={onHere}>
          <PenLine size={18} />
          在此手写
        </Button>
        {ink && (
          <Button variant="quiet" onClick={() => setInk(null)}>
            <RefreshCw size={18} />
            重新扫码
          </Button>
        )}
        {keeping}
        <Button size="l" variant="seal" busy={busy} disabled={!ink} onClick={() => onUse(ink)}>
          使用这个签名
        </Button>
      </footer>
    </>
  )
}
