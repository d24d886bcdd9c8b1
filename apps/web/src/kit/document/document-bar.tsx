import { ChevronDown, ChevronUp, Minus, MoveHorizontal, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { truePxPerMm } from './page-layout.ts'
import type { Zoom } from './use-zoom.ts'
import './document-bar.css'

type Props = {
  zoom: Zoom
  kind: 'top' | 'float' | 'reading'
  /** Stands first in the bar. */
  start?: ReactNode
  /** Index of the page being read, and how many there are over all files. */
  current: number
  total: number
  onTurn: (by: 1 | -1) => void
  children?: ReactNode
}

const classes = {
  top: 'document-bar',
  float: 'document-bar floating only-desktop',
  reading: 'document-bar floating reading',
} as const

/** Page turning and zoom of a document, above the pages or floating over their foot. */
export function DocumentBar({ zoom, kind, start, current, total, onTurn, children }: Props) {
  const percent = Math.round((zoom.mmToPx / truePxPerMm) * 100)
  return (
    <div className={classes[kind]} role="group" aria-label="页面与缩放">
      {start}
      <span className="document-bar-part document-bar-pages">
        <button
          type="button"
          className="icon-btn"
          aria-label="上一页"
          disabled={current === 0}
          onClick={() => onTurn(-1)}
        >
          <ChevronUp size={18} />
        </button>
        <span className="num" aria-live="polite">
          <span className="sr">当前页 </span>
          {Math.min(current + 1, total)} / {total}
        </span>
        <button
          type="button"
          className="icon-btn"
          aria-label="下一页"
          disabled={current >= total - 1}
          onClick={() => onTurn(1)}
        >
          <ChevronDown size={18} />
        </button>
      </span>
      <span className="document-bar-part">
        <button
          type="button"
          className="icon-btn"
          aria-label="缩小"
          disabled={zoom.smallest}
          onClick={() => zoom.step(-1)}
        >
          <Minus size={18} />
        </button>
        <span className="num document-bar-percent">{percent}%</span>
        <button
          type="button"
          className="icon-btn"
          aria-label="放大"
          disabled={percent >= 200}
          onClick={() => zoom.step(1)}
        >
          <Plus size={18} />
        </button>
        <button type="button" className="icon-btn" aria-label="适合宽度" aria-pressed={zoom.fitting} onClick={zoom.fit}>
          <MoveHorizontal size={18} />
        </button>
      </span>
      {children}
    </div>
  )
}
