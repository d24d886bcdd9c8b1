import type { Output } from '@moqi/api/call'
import type { printedCopy } from '@moqi/api/printed-copy'
import type { File } from '@moqi/api/shapes'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { sessionHeaders } from '../../client/request.ts'
import { createPdfShelf } from '../../kit/document/pdf-shelf.ts'
import { drawForPaper, type PaperPage } from './draw-for-paper.ts'

/** The number that goes onto paper, and a code for every page; no number for what has not been sent. */
export type NumberedCopy = Output<typeof printedCopy.numberPrintedCopy>

/** The files' pages as pictures, growing until `done`, and their number; they are given back when the caller goes. */
export function usePaperPages(signId: string, files: readonly File[]) {
  const [pages, setPages] = useState<readonly PaperPage[]>([])
  const [copy, setCopy] = useState<NumberedCopy | null>(null)
  const [state, setState] = useState<'drawing' | 'done' | 'failed'>('drawing')
  useEffect(() => {
    const stop = new AbortController()
    const shelf = createPdfShelf(sessionHeaders)
    const made: PaperPage[] = []
    const onPage = (page: PaperPage) => {
      made.push(page)
      setPages([...made])
    }
    const numbered = call('numberPrintedCopy', { signId }, { signal: stop.signal })
    Promise.all([numbered, drawForPaper(shelf, files, { signal: stop.signal, onPage })])
      .then(([got]) => {
        if (stop.signal.aborted) return
        setCopy(got)
        setState('done')
      })
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
  }, [signId, files])
  return { pages, copy, state }
}
