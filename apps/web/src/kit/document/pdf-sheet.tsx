import { memo, useState, type ReactNode } from 'react'
import { type SheetSize } from './page-layout.ts'
import type { PdfShelf } from './pdf-shelf.ts'
import { usePageDrawing, type Drawn } from './use-page-drawing.ts'
import { usePagePreview } from './use-page-preview.ts'
import './pdf-sheet.css'

type Drawing = {
  shelf: PdfShelf
  fileUrl: string
  fileIndex: number
  page: number
  /** mm */
  size: SheetSize
  /** px; 0 when not near, so that far sheets are not rendered again at each zoom. */
  mmToPx: number
  onDrawn: (fileIndex: number, page: number) => void
}
type Props = Drawing & {
  /** Draws only while near the view; elsewhere an empty sheet keeps the place, and costs next to nothing. */
  near: boolean
  children?: ReactNode
}

/** One page: its picture, its selectable text above it, and what the caller lays on it in millimetres. */
export const PdfSheet = memo(function PdfSheet({ near, children, ...drawing }: Props) {
  const { fileIndex, page, size } = drawing
  const [drawn, setDrawn] = useState<Drawn>('loading')
  return (
    <div
      className="sheet-page"
      role="group"
      aria-label={`第${page}页`}
      aria-busy={near && drawn === 'loading'}
      data-sheet={`${fileIndex}:${page}`}
      style={{ width: `calc(${size.width} * var(--mm))`, height: `calc(${size.height} * var(--mm))` }}
    >
      {near && <NearSheet {...drawing} drawn={drawn} onChange={setDrawn} />}
      {children !== undefined && <div className="sheet-overlay">{children}</div>}
    </div>
  )
})

type NearProps = Drawing & { drawn: Drawn; onChange: (drawn: Drawn) => void }

function NearSheet({ drawn, onChange, ...drawing }: NearProps) {
  const { fileUrl, page } = drawing
  const { picture, text, retry } = usePageDrawing(drawing, drawn, onChange)
  const preview = usePagePreview({ fileUrl, page, wanted: drawn === 'loading' })
  return (
    <>
      {drawn === 'loading' && !preview && <span className="sheet-wait" aria-hidden="true" />}
      {drawn === 'loading' && preview && <img className="sheet-preview" src={preview} alt="" />}
      <div className="sheet-picture" ref={picture} aria-hidden="true" />
      <div className="sheet-text" ref={text} />
      {drawn === 'failed' && (
        <div className="sheet-failed" role="alert">
          <p>第{page}页加载失败，请检查网络后重试</p>
          <button type="button" className="link" onClick={retry}>
            重新加载
          </button>
        </div>
      )}
    </>
  )
}
