import type { File, Position } from '@moqi/api/shapes'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { partyColour } from '../party/party-chip.tsx'
import { atHeight, isCrossPage, lowest, sliceOn } from './cross-page.ts'
import './cross-page-slice.css'
import { arrowStep } from './placing-geometry.ts'
import { SealOf } from './own-seal.tsx'

type Props = {
  area: Position
  file: File
  page: number
  /** 甲方, 乙方 … */
  side: string
  mmToPx: number
  onPut: (area: Position) => void
  onRemove: () => void
}

/** One page's strip of a cross-page seal at the right edge: dragged up and down, moved with arrow keys. */
export function CrossPageSlice({ area, file, page, side, mmToPx, onPut, onRemove }: Props) {
  const [dragged, setDragged] = useState<{ from: number; y: number } | null>(null)
  const slice = sliceOn(area, file, page)
  if (!slice) return null
  const y = dragged?.y ?? area.y
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged({ from: event.clientY, y: area.y })
  }
  const onPointerMove = (event: PointerEvent) =>
    setDragged((now) => now && { ...now, y: atHeight(area, file, area.y + (event.clientY - now.from) / mmToPx).y })
  const onPointerUp = () => {
    if (dragged && dragged.y !== area.y) onPut({ ...area, y: dragged.y })
    setDragged(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowStep(event.key, event.shiftKey)
    const removes = event.key === 'Delete' || event.key === 'Backspace'
    if (!step && !removes) return
    event.preventDefault()
    event.stopPropagation()
    if (removes) onRemove()
    else if (step) onPut(atHeight(area, file, area.y + step.y))
  }
  const width = slice.width * mmToPx
  const height = area.height * mmToPx
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`${side}　骑缝章，第${page}页，距上毫米`}
      aria-valuemin={0}
      aria-valuemax={lowest(file)}
      aria-valuenow={y}
      className={`seam party-${partyColour(area.signerNo)}`}
      style={{ top: y * mmToPx, width, height }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(null)}
      onKeyDown={onKeyDown}
    >
      <SealStrip area={area} slice={slice} mmToPx={mmToPx} />
      <span className="seam-word" aria-hidden="true">
        {side}　骑缝章
      </span>
    </div>
  )
}

type StripProps = { area: Position; slice: { index: number; width: number }; mmToPx: number }

type SeamsProps = { areas: readonly Position[]; file: File; page: number; mmToPx: number }

/** The strips of all cross-page seals on a page, to look at only. */
export function SeamsOnPage({ areas, file, page, mmToPx }: SeamsProps) {
  return areas
    .filter((area) => isCrossPage(area) && area.fileId === file.fileId)
    .map((area) => {
      const slice = sliceOn(area, file, page)
      if (!slice) return null
      const size = { width: slice.width * mmToPx, height: area.height * mmToPx }
      return (
        <span key={area.positionId} className="seam-still" style={{ top: area.y * mmToPx, ...size }} aria-hidden="true">
          <SealStrip area={area} slice={slice} mmToPx={mmToPx} />
        </span>
      )
    })
}

/** One page's strip of a seal; `slice` says which one, and how many mm wide. */
export function SealStrip({ area, slice, mmToPx }: StripProps) {
  const size = area.height * mmToPx
  return (
    <span className="seam-clip">
      <span style={{ width: size, height: size, marginLeft: -slice.index * slice.width * mmToPx }}>
        <SealOf signerNo={area.signerNo} />
      </span>
    </span>
  )
}
