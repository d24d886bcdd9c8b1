import type { File } from '@moqi/api/shapes'
import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sessionHeaders } from '../../client/request.ts'
import { drawPage } from '../../kit/document/draw-page.ts'
import { createPdfShelf, type PdfShelf } from '../../kit/document/pdf-shelf.ts'
import './pages-card.css'

// Width of a drawn sheet, px; three lie fanned on the desk.
const sheetWidth = 190

/** The files to be sent: the first pages, fanned, and each file's name. */
export function PagesCard({ files }: { files: readonly File[] }) {
  const [shelf] = useState(() => createPdfShelf(sessionHeaders))
  useEffect(() => () => shelf.close(), [shelf])
  const sheets = files
    .flatMap((file) => file.pageArray.map((size, index) => ({ file, size, page: index + 1 })))
    .slice(0, 3)
  return (
    <div className="card pages-card">
      <div className="pages-stack" aria-hidden="true">
        {sheets.map(({ file, size, page }) => (
          <Sheet
            key={`${file.fileId}-${page}`}
            shelf={shelf}
            fileUrl={file.fileUrl}
            page={page}
            ratio={size.width / size.height}
          />
        ))}
      </div>
      <ul>
        {files.map((file) => (
          <li key={file.fileId} className="pages-name">
            <FileText size={18} />
            <span className="clip" title={file.fileName}>
              {file.fileName}
            </span>
            <span className="muted">{file.pageCount} 页</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type SheetProps = { shelf: PdfShelf; fileUrl: string; page: number; ratio: number }

function Sheet({ shelf, fileUrl, page, ratio }: SheetProps) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = holder.current
    if (!place) return undefined
    const stop = new AbortController()
    // A picture only: without it the sheet stays white.
    drawPage({ shelf, fileUrl, page, width: sheetWidth, holder: place, signal: stop.signal }).catch(() => undefined)
    return () => stop.abort()
  }, [shelf, fileUrl, page])
  return <div ref={holder} className="pages-sheet" style={{ aspectRatio: ratio }} />
}
