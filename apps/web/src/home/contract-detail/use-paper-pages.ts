import type { File } from '@moqi/api/shapes'
import { useEffect, useState } from 'react'
import { sessionHeaders } from '../../client/request.ts'
import { createPdfShelf } from '../../kit/document/pdf-shelf.ts'
import { drawForPaper, type PaperPage } from './draw-for-paper.ts'

/** The files' pages as pictures, growing until `done`; they are given back when the caller goes. */
export function usePaperPages(files: readonly File[]) {
  const [pages, setPages] = useState<readonly PaperPage[]>([])
  const [state, setState] = useState<'drawing' | 'done' | 'failed'>('drawing')
  useEffect(() => {
    const stop = new AbortController()
    const shelf = createPdfShelf(sessionHeaders)
    const made: PaperPage[] = []
    const onPage = (page: PaperPage) => {
      made.push(page)
      setPages([...made])
    }
    drawForPaper(shelf, files, { signal: stop.signal, onPage })
      .then(() => !stop.signal.aborted && setState('done'))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        console.error('printing failed', error)
        setState('failed')
      })
    return () => {
      stop.abort()
      shelf.close()
      for (const { url } of made) URL.revokeObjectURL(url)
    }
  }, [files])
  return { pages, state }
}
