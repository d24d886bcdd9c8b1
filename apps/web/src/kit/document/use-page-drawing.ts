import { useEffect, useRef, useState, type RefObject } from 'react'
import { sharedLoad } from '../../router/shared-load.ts'
import type { SheetSize } from './page-layout.ts'
import type { PdfShelf } from './pdf-shelf.ts'

/** How far a page near the view is. */
export type Drawn = 'loading' | 'ready' | 'failed'

type Sheet = {
  shelf: PdfShelf
  fileUrl: string
  fileIndex: number
  page: number
  size: SheetSize
  mmToPx: number
  onDrawn: (fileIndex: number, page: number) => void
}
type Drawing = {
  picture: RefObject<HTMLDivElement | null>
  text: RefObject<HTMLDivElement | null>
  retry: () => void
}

const loadDrawing = sharedLoad(() => import('./draw-page.ts'))

// A page that flies past during a fast scroll is not worth drawing; a new zoom waits until the fingers rest.
const firstDelay = 40
const zoomDelay = 160

/** Draws a page into `picture` and its text into `text` while it is mounted, and frees the memory after. */
export function usePageDrawing(sheet: Sheet, drawn: Drawn, onChange: (drawn: Drawn) => void): Drawing {
  const { shelf, fileUrl, fileIndex, page, size, mmToPx, onDrawn } = sheet
  const picture = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const holder = picture.current
    return () => {
      for (const canvas of holder?.querySelectorAll('canvas') ?? []) canvas.width = canvas.height = 0
      holder?.replaceChildren()
      onChange('loading')
    }
  }, [onChange])

  useEffect(() => {
    const holder = picture.current
    if (!holder || mmToPx === 0) return undefined
    const stop = new AbortController()
    const wait = holder.firstChild ? zoomDelay : attempt > 0 ? 0 : firstDelay
    const timer = setTimeout(() => {
      draw({ shelf, fileUrl, page, width: size.width * mmToPx, holder, signal: stop.signal }).then(
        () => {
          if (stop.signal.aborted) return
          onChange('ready')
          onDrawn(fileIndex, page)
        },
        () => {
          // A page already shown stays: the old picture is blurred, not wrong.
          if (!stop.signal.aborted && !holder.firstChild) onChange('failed')
        },
      )
    }, wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [shelf, fileUrl, fileIndex, page, size.width, mmToPx, onChange, onDrawn, attempt])

  useEffect(() => {
    const holder = text.current
    if (drawn !== 'ready' || !holder) return undefined
    const stop = new AbortController()
    // A page whose text cannot be laid is still readable as a picture.
    loadDrawing()
      .then(({ layText }) => layText({ shelf, fileUrl, page, holder, signal: stop.signal }))
      .catch(() => undefined)
    return () => {
      stop.abort()
      holder.replaceChildren()
    }
  }, [shelf, fileUrl, page, drawn])

  const retry = () => {
    onChange('loading')
    setAttempt((count) => count + 1)
  }
  return { picture, text, retry }
}

type DrawnPage = Parameters<Awaited<ReturnType<typeof loadDrawing>>['drawPage']>[0]

/** The viewer, the document and what draws it are asked for in the same breath. */
async function draw(page: DrawnPage): Promise<void> {
  const opened = page.shelf.open(page.fileUrl)
  opened.catch(() => undefined)
  const { drawPage } = await loadDrawing()
  await drawPage(page)
}
