import { memo, type ReactNode } from 'react'
import { type SheetSize } from './page-layout.ts'
import type { PdfShelf } from './pdf-shelf.ts'
import { usePageDrawing } from './use-page-drawing.ts'
import { usePagePreview } from './use-page-preview.ts'
import './pdf-sheet.css'

type Props = {
  shelf: PdfShelf
  fileUrl: string
  fileIndex: number
  page: number
  /** mm */
  size: SheetSize
  /** Draws only while near the view; elsewhere an empty sheet keeps the place. */
  near: boolean
  /** px; 0 when not near, so that far sheets are not rendered again at each zoom. */
  mmToPx: number
  onDrawn: (fileIndex: number, page: number) => void
  children?: ReactNode
}

/** One page: its picture, its selectable text above it, and what the caller lays on it in millimetres. */
export const PdfSheet = memo(function PdfSheet(props: Props) {
  const { fileUrl, fileIndex, page, size, near, children } = props
  const { picture, text, state, retry } = usePageDrawing(props)
  const preview = usePagePreview({ fileUrl, page, wanted: near && state === 'loading' })
  return (
    <div
      className="sheet-page"
      role="group"
      aria-label={`第${page}页`}
      aria-busy={near && state === 'loading'}
      data-sheet={`${fileIndex}:${page}`}
      style={{ width: `calc(${size.width} * var(--mm))`, height: `calc(${size.height} * var(--mm))` }}
    >
      {near && state === 'loading' && !preview && <span className="sheet-wait" aria-hidden="true" />}
      {near && state === 'loading' && preview && <img className="sheet-preview" src={preview} alt="" />}
      <div className="sheet-picture" ref={picture} aria-hidden="true" />
      <div className="sheet-text" ref={text} />
      {near && state === 'failed' && (
        <div className="sheet-failed" role="alert">
          <p>第{page}页加载失败，请检查网络后重试</p>
          <button type="button" className="link" onClick={retry}>
            重新加载
          </button>
        </div>
      )}
      {children !== undefined && <div className="sheet-overlay">{children}</div>}
    </div>
  )
})
