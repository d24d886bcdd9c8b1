import { useEffect, useRef, useState, type ReactNode } from 'react'
import { convertedText } from './converted-text.ts'
import type { ViewedFile } from './viewed-file.ts'
import { drawPage } from './draw-page.ts'
import type { PagePlace, SheetSize } from './page-layout.ts'
import type { PdfShelf } from './pdf-shelf.ts'
import './page-thumbnails.css'

type Props = {
  shelf: PdfShelf
  files: readonly ViewedFile[]
  current: PagePlace | undefined
  onChoose: (place: PagePlace) => void
  countOf?: (fileIndex: number, page: number) => number
  renderThumbnail?: (fileIndex: number, page: number, mmToPx: number) => ReactNode
}

// Width of a page's small picture, px: a landscape page keeps the width and is lower.
const thumbnailWidth = 84

/** Every page, small, with the number of places to sign on it; the one being read is marked. */
export function PageThumbnails({ shelf, files, current, onChoose, countOf, renderThumbnail }: Props) {
  const rail = useRef<HTMLElement>(null)
  const [currentFile, currentPage] = [current?.fileIndex, current?.page]
  useEffect(() => {
    const mark = rail.current?.querySelector<HTMLElement>(`[data-thumb="${currentFile}:${currentPage}"]`)
    if (!mark || !rail.current) return
    const box = rail.current
    const above = mark.offsetTop < box.scrollTop
    const below = mark.offsetTop + mark.offsetHeight > box.scrollTop + box.clientHeight
    // scrollIntoView would scroll the pages' ancestors too.
    if (above || below) box.scrollTop = mark.offsetTop - box.clientHeight / 3
  }, [currentFile, currentPage])
  return (
    <nav className="thumbs only-desktop" aria-label="页面" ref={rail}>
      {files.map((file, fileIndex) => (
        <section key={file.fileId} aria-label={file.fileName}>
          <p className="thumbs-head small">
            <span className="clip">{file.fileName}</span>
            <span className="muted">{file.pageCount} 页</span>
            {file.sourceKind && <span className="muted">{convertedText(file)}</span>}
          </p>
          <ol>
            {file.pageArray.map((size, index) => (
              <li key={index}>
                <Thumbnail
                  shelf={shelf}
                  fileUrl={file.fileUrl}
                  page={index + 1}
                  size={size}
                  name={`${fileIndex}:${index + 1}`}
                  count={countOf?.(fileIndex, index + 1) ?? 0}
                  current={currentFile === fileIndex && currentPage === index + 1}
                  above={renderThumbnail?.(fileIndex, index + 1, thumbnailWidth / size.width)}
                  onChoose={() => onChoose({ fileIndex, page: index + 1 })}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </nav>
  )
}

type ThumbnailProps = {
  shelf: PdfShelf
  fileUrl: string
  page: number
  size: SheetSize
  name: string
  count: number
  current: boolean
  above: ReactNode
  onChoose: () => void
}

function Thumbnail({ shelf, fileUrl, page, size, name, count, current, above, onChoose }: ThumbnailProps) {
  const holder = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!holder.current) return undefined
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '200px',
    })
    watch.observe(holder.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    const place = holder.current
    if (!near || !place) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      // A small picture that fails stays white: the page itself says what went wrong.
      drawPage({ shelf, fileUrl, page, width: thumbnailWidth, holder: place, signal: stop.signal }).catch(
        () => undefined,
      )
    }, 120)
    return () => {
      clearTimeout(timer)
      stop.abort()
      place.replaceChildren()
    }
  }, [shelf, fileUrl, page, near])
  return (
    <button
      type="button"
      className="thumb"
      data-thumb={name}
      aria-current={current ? 'page' : undefined}
      onClick={onChoose}
    >
      <span className="thumb-paper" style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        <span ref={holder} aria-hidden="true" />
        {above}
        {count > 0 && (
          <i className="thumb-count">
            {count}
            <span className="sr">处签署位置</span>
          </i>
        )}
      </span>
      <span>第 {page} 页</span>
    </button>
  )
}
