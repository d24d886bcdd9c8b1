import type { ReactNode } from 'react'
import type { PdfShelf } from './pdf-shelf.ts'
import { PdfSheet } from './pdf-sheet.tsx'
import { useLaidPages } from './use-laid-pages.ts'
import type { VisiblePages } from './use-visible-pages.ts'
import type { Zoom } from './use-zoom.ts'
import { convertedText } from './converted-text.ts'
import type { ViewedFile } from './viewed-file.ts'

type DocumentPagesProps = {
  shelf: PdfShelf
  files: readonly ViewedFile[]
  zoom: Zoom
  seen: VisiblePages
  renderOverlay: ((fileIndex: number, page: number, mmToPx: number) => ReactNode) | undefined
}

// Pages drawn above and below those in view.
const nearPages = 1

/** The column of pages: those near the view are drawn, the others have their size only. */
export function DocumentPages({ shelf, files, zoom, seen, renderOverlay }: DocumentPagesProps) {
  const { mmToPx, layout, spacing } = zoom
  const laid = useLaidPages(layout, spacing)
  return (
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
  )
}

function FileHeading({ file, height }: { file: ViewedFile; height: number }) {
  return (
    <h2 className="document-heading" style={{ height }}>
      <span className="clip">{file.fileName}</span>
      <span className="muted small">
        {file.pageCount} 页{file.sourceKind && `　${convertedText(file)}`}
      </span>
    </h2>
  )
}
