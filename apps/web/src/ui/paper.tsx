import type { CSSProperties, ReactNode } from 'react'
import './paper.css'

type PaperProps = {
  /** Page size in mm. */
  width: number
  height: number
  /** Pixels per millimetre. */
  mm: number
  thumb?: boolean
  children?: ReactNode
}

/** One page at `mm` pixels per millimetre, so a seal laid on it has its true size. */
export function Paper({ width, height, mm, thumb = false, children }: PaperProps) {
  const style: CSSProperties & Record<'--mm', string> = { '--mm': `${mm}px`, width: width * mm, height: height * mm }
  return (
    <div className={thumb ? 'paper paper-thumb' : 'paper'} style={style}>
      {children}
    </div>
  )
}

type AtProps = { x: number; y: number; children: ReactNode; className?: string; style?: CSSProperties }

/** Places a child in millimetres from the top left corner of the page. */
export function At({ x, y, children, className, style }: AtProps) {
  const place: CSSProperties = { position: 'absolute', left: `calc(${x} * var(--mm))`, top: `calc(${y} * var(--mm))` }
  return (
    <div className={className} style={{ ...place, ...style }}>
      {children}
    </div>
  )
}
