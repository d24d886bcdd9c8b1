import type { File } from '@moqi/api/shapes'
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { sessionHeaders } from '../../client/request.ts'
import { later } from '../../ui/later.tsx'
import { DocumentBar } from './document-bar.tsx'
import { indexOfPlace, type PagePlace } from './page-layout.ts'
import { createPdfShelf } from './pdf-shelf.ts'
import { PdfSheet } from './pdf-sheet.tsx'
import { pointOnSheet, scrollAtEdge, type SheetPoint } from './sheet-point.ts'
import { useLaidPages } from './use-laid-pages.ts'
import { usePinch } from './use-pinch.ts'
import { useVisiblePages } from './use-visible-pages.ts'
import { useZoom } from './use-zoom.ts'
import './document-view.css'

const PageThumbnails = later(async () => (await import('./page-thumbnails.tsx')).PageThumbnails)

/** The fields of a file (checklist C0.15) a view needs; `pageArray` is in mm. */
export type ViewedFile = Pick<File, 'fileId' | 'fileName' | 'fileUrl' | 'pageCount' | 'pageArray'>

/** What a page may ask of an open view, through `ref`. */
export type DocumentViewHandle = {
  /** Brings a page (or the point `y` mm below its top, to the upper third of the view) into sight. */
  scrollTo: (place: PagePlace & { y?: number }) => void
  /** The page point under a client point (px), in mm, or null outside every page. */
  pointAt: (clientX: number, clientY: number) => SheetPoint | null
  /** The point of the current page nearest to the middle of the view, in mm. */
  middle: () => SheetPoint | null
  /** Scrolls a step when a dragged thing is near the upper or lower edge; answers whether it did. */
  scrollAtEdge: (clientY: number) => boolean
}

/**
 * Props of `DocumentView`. It fills its parent, which must have a height. Give it a new `key` when the bytes behind a
 * `fileUrl` change (after a signature). Callbacks need not be stable, but stable ones save work.
 */
export type DocumentViewProps = {
  files: readonly ViewedFile[]
  /** Accessible name of the scrolled pages, such as 合同内容. */
  label: string
  ref?: Ref<DocumentViewHandle>
  /**
   * What lies on a page: `fileIndex` from 0, `page` from 1, `mmToPx` px a millimetre. Children are placed absolutely
   * from the page's top left; `--mm` (px) is set too, so `calc(20 * var(--mm))` needs no number. Null for nothing.
   */
  renderOverlay?: (fileIndex: number, page: number, mmToPx: number) => ReactNode
  /** The page being read, whenever it changes. */
  onPage?: (place: PagePlace) => void
  /** Once, when the foot of the last page of the last file has been in view, drawn. */
  onReadToEnd?: () => void
  /** Rail of small pages at the left, on a desk only. `countOf` puts a number on a page's picture. */
  thumbnails?: boolean
  countOf?: (fileIndex: number, page: number) => number
  /** `top`: a bar above the pages; `float`: a pill over their foot (the default); both on a desk only. */
  bar?: 'top' | 'float' | 'none'
  /** More controls for the top bar. */
  barExtra?: ReactNode
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

// Pages drawn above and below those in view.
const nearPages = 1

/** Reads one or several PDFs: virtual pages, zoom, pinch, thumbnails, keyboard, and a layer in millimetres on each page. */
export function DocumentView(props: DocumentViewProps) {
  const { files, label, ref, renderOverlay, onPage, onReadToEnd, countOf, bar = 'float' } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [shelf] = useState(() => createPdfShelf(sessionHeaders))
  useEffect(() => () => shelf.close(), [shelf])
  const zoom = useZoom(scroller, files)
  usePinch(scroller, zoom)
  const { mmToPx, layout, spacing } = zoom
  const laid = useLaidPages(layout, spacing)
  const seen = useVisiblePages(scroller, { layout, onPage, onReadToEnd })

  const scrollTo = useCallback(
    (place: PagePlace & { y?: number }) => {
      const page = layout.pages[indexOfPlace(layout, place)]
      const view = scroller.current
      if (!page || !view) return
      const inPage = place.y === undefined ? -spacing.padding / 2 : place.y * mmToPx - view.clientHeight / 3
      view.scrollTo({ top: page.top + inPage })
    },
    [layout, mmToPx, spacing.padding],
  )
  useImperativeHandle(
    ref,
    () => ({
      scrollTo,
      pointAt: (clientX, clientY) => pointOnSheet(scroller.current, { clientX, clientY, mmToPx }),
      middle: () => {
        const box = scroller.current?.getBoundingClientRect()
        const page = seen.page
        if (!box || !page) return null
        const size = files[page.fileIndex]?.pageArray[page.page - 1] ?? { width: 210, height: 297 }
        const y = ((scroller.current?.scrollTop ?? 0) + box.height / 2 - page.top) / mmToPx
        return { fileIndex: page.fileIndex, page: page.page, x: size.width / 2, y: within(y, size.height) }
      },
      scrollAtEdge: (clientY) => scrollAtEdge(scroller.current, clientY),
    }),
    [scrollTo, mmToPx, seen.page, files],
  )

  const turn = (by: 1 | -1) => {
    const next = layout.pages[seen.current + by]
    if (next) scrollTo(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Record<string, () => void> = {
      PageDown: () => turn(1),
      PageUp: () => turn(-1),
      '+': () => zoom.step(1),
      '=': () => zoom.step(1),
      '-': () => zoom.step(-1),
      '0': zoom.fit,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  const scale = { '--mm': `${mmToPx}px`, '--pt': (mmToPx * 25.4) / 72 } as CSSProperties
  return (
    <div className="document-view">
      {props.thumbnails && (
        <PageThumbnails
          shelf={shelf}
          files={files}
          current={seen.page}
          onChoose={scrollTo}
          {...(countOf ? { countOf } : {})}
        />
      )}
      <div className="document-stage">
        {bar !== 'none' && (
          <DocumentBar
            zoom={zoom}
            floating={bar === 'float'}
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
          <div className="document-column" style={{ padding: spacing.padding, gap: spacing.gap }}>
            {mmToPx > 0 &&
              laid.pages.map(({ fileIndex, page }, index) => {
                const file = files[fileIndex]
                const size = file?.pageArray[page - 1]
                if (!file || !size) return null
                const near = index >= seen.first - nearPages && index <= seen.last + nearPages
                const overlay = renderOverlay?.(fileIndex, page, mmToPx) ?? undefined
                return [
                  spacing.heading > 0 && page === 1 && (
                    <FileHeading key={`${file.fileId}-heading`} file={file} height={spacing.heading - spacing.gap} />
                  ),
                  <PdfSheet
                    key={`${file.fileId}-${page}`}
                    shelf={shelf}
                    fileUrl={file.fileUrl}
                    fileIndex={fileIndex}
                    page={page}
                    size={size}
                    near={near}
                    mmToPx={near ? mmToPx : 0}
                    onDrawn={seen.onDrawn}
                  >
                    {overlay}
                  </PdfSheet>,
                ]
              })}
            {mmToPx > 0 && laid.rest > 0 && <div className="document-rest" style={{ height: laid.rest }} />}
          </div>
        </div>
      </div>
    </div>
  )
}

function FileHeading({ file, height }: { file: ViewedFile; height: number }) {
  return (
    <h2 className="document-heading" style={{ height }}>
      <span className="clip">{file.fileName}</span>
      <span className="muted small">{file.pageCount} 页</span>
    </h2>
  )
}
