import { useEffect, useRef, useState, type CSSProperties, type ReactNode, type Ref } from 'react'
import { sessionHeaders } from '../../client/request.ts'
import { later } from '../../ui/later.tsx'
import { DocumentBar } from './document-bar.tsx'
import type { DocumentHandle } from './document-handle.ts'
import { DocumentPages } from './document-pages.tsx'
import type { PagePlace } from './page-layout.ts'
import { createPdfShelf } from './pdf-shelf.ts'
import { useDocumentMoves } from './use-document-moves.ts'
import { useVisiblePages } from './use-visible-pages.ts'
import { useZoom } from './use-zoom.ts'
import type { ViewedFile } from './viewed-file.ts'
import './document-view.css'

const Pinch = later(async () => (await import('./pinch.ts')).Pinch)
const PageThumbnails = later(async () => (await import('./page-thumbnails.tsx')).PageThumbnails)

/**
 * Props of `DocumentView`. It fills its parent, which must have a height. Give it a new `key` when the bytes behind a
 * `fileUrl` change (after a signature). Callbacks need not be stable, but stable ones save work.
 */
type DocumentViewProps = {
  files: readonly ViewedFile[]
  /** Accessible name of the scrolled pages, such as 合同内容. */
  label: string
  ref?: Ref<DocumentHandle>
  /**
   * What lies on a page: `fileIndex` from 0, `page` from 1, `mmToPx` px a millimetre. Children are placed absolutely
   * from the page's top left; `--mm` (px) is set too, so `calc(20 * var(--mm))` needs no number. Null for nothing.
   */
  renderOverlay?: (fileIndex: number, page: number, mmToPx: number) => ReactNode
  /** The page to begin with, instead of the first, and the point on it, mm below its top. */
  start?: PagePlace & { y?: number }
  /** The page being read, whenever it changes. */
  onPage?: (place: PagePlace) => void
  /** Rail of small pages at the left, on a desktop only. `countOf` puts a number on a page's picture. */
  thumbnails?: boolean
  countOf?: (fileIndex: number, page: number) => number
  /** What else lies on a page's picture, `mmToPx` px a millimetre; null for nothing. */
  renderThumbnail?: (fileIndex: number, page: number, mmToPx: number) => ReactNode
  /** Every page whose foot has been in view, drawn, once; by its index over all files. */
  onSeen?: (index: number) => void
  /** The viewer and the first pages are being fetched. */
  onBegin?: () => void
  /** `top`: above the pages; `float`: a pill over their foot, on a desktop (the default); `reading`: also on phones. */
  bar?: 'top' | 'float' | 'reading' | 'none'
  /** Stands first in the bar. */
  barStart?: ReactNode
  /** More controls for the top bar. */
  barExtra?: ReactNode
}

/** A millimetre as a CSS length, and px a typographic point, as the styles of the pages ask for them. */
type Scale = CSSProperties & { '--mm': string; '--pt': number }

/**
 * Reads one or several PDFs: virtual pages, zoom, pinch, thumbnails, keyboard, and a layer in millimetres on each page.
 */
export function DocumentView(props: DocumentViewProps) {
  const { files, label, ref, renderOverlay, onPage, onSeen, countOf, bar = 'float' } = props
  const scroller = useRef<HTMLDivElement>(null)
  // The viewer goes first on the line; what one reads it with by hand comes behind.
  const [begun, setBegun] = useState(false)
  const { onBegin } = props
  const [shelf] = useState(() =>
    createPdfShelf(sessionHeaders, () => {
      setBegun(true)
      onBegin?.()
    }),
  )
  useEffect(() => () => shelf.close(), [shelf])
  const zoom = useZoom(scroller, files)
  const { mmToPx, layout } = zoom
  const seen = useVisiblePages(scroller, { layout, onPage, onSeen })
  const { scrollTo, turn, onKeyDown } = useDocumentMoves(scroller, { ref, zoom, seen })

  const began = useRef(props.start === undefined)
  useEffect(() => {
    if (began.current || mmToPx === 0 || !props.start) return
    began.current = true
    scrollTo(props.start)
  }, [mmToPx, props.start, scrollTo])

  const scale: Scale = { '--mm': `${mmToPx}px`, '--pt': (mmToPx * 25.4) / 72 }
  return (
    <div className="document-view">
      {props.thumbnails && (
        <PageThumbnails
          shelf={shelf}
          files={files}
          current={seen.page}
          onChoose={scrollTo}
          {...(countOf ? { countOf } : {})}
          {...(props.renderThumbnail ? { renderThumbnail: props.renderThumbnail } : {})}
        />
      )}
      <div className="document-stage">
        {bar !== 'none' && (
          <DocumentBar
            zoom={zoom}
            kind={bar}
            start={props.barStart}
            current={seen.current}
            total={layout.pages.length}
            onTurn={turn}
          >
            {props.barExtra}
          </DocumentBar>
        )}
        <div
          ref={scroller}
          className="document-scroll"
          role="region"
          aria-label={label}
          // The pages scroll with the keyboard, so the region takes the focus (WCAG 2.1.1).
          tabIndex={0}
          onKeyDown={onKeyDown}
          style={scale}
        >
          {begun && <Pinch scroller={scroller} zoom={zoom} />}
          <DocumentPages shelf={shelf} files={files} zoom={zoom} seen={seen} renderOverlay={renderOverlay} />
        </div>
      </div>
    </div>
  )
}
