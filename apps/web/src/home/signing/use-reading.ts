import type { SignDetail } from '@moqi/api/task'
import { readingSeconds } from '@moqi/domain/contract/reading'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'

/** How long to wait before the server is told again that everything was read, ms. */
const again = 3000

/**
 * Whether the contract has been read as it must be: open long enough or seen to its end; both when its initiator asks
 * for it, and then the server is told. `opened` in ms.
 */
export function useReading(detail: SignDetail, pages: number, opened: number) {
  const { signId } = detail
  const forcedReading = detail.forcedReading === 1
  const [atEnd, setAtEnd] = useState(false)
  const [told, setTold] = useState(detail.readingDone === 1)
  const left = useSecondsUntil(opened + readingSeconds(pages) * 1000)
  const due = forcedReading && !told && atEnd && left === 0
  useEffect(() => {
    if (!due) return undefined
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () =>
      call('finishReading', { signId }, { signal: stop.signal, quiet: true })
        .then(() => setTold(true))
        .catch(() => {
          if (!stop.signal.aborted) timer = setTimeout(tell, again)
        })
    void tell()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [due, signId])
  const done = forcedReading ? told : atEnd || left === 0
  const seconds = told || (atEnd && !forcedReading) ? 0 : left
  return { done, seconds, onReadToEnd: () => setAtEnd(true) }
}
