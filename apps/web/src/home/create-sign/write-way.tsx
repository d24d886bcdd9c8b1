import { Eraser, Smartphone, Undo2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { InkStroke } from '../../kit/handwriting/ink.ts'
import { inkOf } from '../../kit/handwriting/ink-picture.ts'
import { PadField } from '../../kit/handwriting/pad-field.tsx'
import { writtenSize } from '../../kit/handwriting/written-size.ts'
import type { MadeSign } from './made-sign.ts'

/** px at full pressure. */
const brushes = { least: 6, usual: 14, most: 22 }

/** What is written here, and with how broad a brush. */
export function useWriteWay() {
  const [strokes, setStrokes] = useState<readonly InkStroke[]>([])
  const [brush, setBrush] = useState(brushes.usual)
  const ink = useMemo(() => inkOf(strokes, brush), [strokes, brush])
  const made: MadeSign | null = ink && {
    png: ink.png,
    ...writtenSize(ink.ratio),
    input: { handwriteBase64: ink.png },
  }
  return { strokes, setStrokes, brush, setBrush, made }
}

type WriteWayProps = { state: ReturnType<typeof useWriteWay>; name: string; onPhone: () => void }

/** Writing one's name here, by mouse, finger or pen. */
export function WriteWay({ state: { strokes, setStrokes, brush, setBrush }, name, onPhone }: WriteWayProps) {
  const width = useId()
  return (
    <>
      <div className="spread sign-cap">
        <h2 className="h2">写下“{name}”</h2>
        <span className="small muted">写满格子更清楚</span>
      </div>
      <PadField letters={[...name].length} strokes={strokes} brush={brush} onStrokes={setStrokes} />
      <div className="write-tools">
        <span className="row">
          <Button size="s" variant="quiet" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
            <Eraser size={18} />
            清除
          </Button>
          <Button
            size="s"
            variant="quiet"
            disabled={strokes.length === 0}
            onClick={() => setStrokes(strokes.slice(0, -1))}
          >
            <Undo2 size={18} />
            撤销一笔
          </Button>
        </span>
        <span className="write-width">
          <span id={width}>笔画粗细</span>
          <Slider
            min={brushes.least}
            max={brushes.most}
            value={brush}
            aria-labelledby={width}
            onMove={setBrush}
            onRest={setBrush}
          />
        </span>
        <button type="button" className="link sign-desk" onClick={onPhone}>
          <Smartphone size={16} />
          使用手机扫码手写
        </button>
      </div>
    </>
  )
}
