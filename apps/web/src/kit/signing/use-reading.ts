import type { SignDetail } from '@moqi/api/task'
import { readingSeconds } from '@moqi/domain/contract/reading'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { isNumber, listOf } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'

/** How long to wait before the server is told again that everything was read, ms. */
const again = 3000

const isPageList = listOf(isNumber)

/**
 * Whether the contract has been read as it must be: open long enough or seen to its end; long enough and every page of
 * it when its initiator asks for that, and then the server is told. `opened` in ms.
 */
export function useReading(detail: SignDetail, pages: number, opened: number) {
  const { signId } = detail
  const forcedReading = detail.forcedReading === 1
  const [seen, keepSeen] = useKept('read', isPageList, () => [])
  const [told, setTold] = useState(detail.readingDone === 1)
  const left = useSecondsUntil(opened + readingSeconds(pages) * 1000)
  const whole = seen.length >= pages
  const atEnd = seen.includes(pages - 1)
  const due = forcedReading && !told && whole && left === 0
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
  const latest = useRef(seen)
  useEffect(() => {
    latest.current = seen
  })
  const onSeen = useCallback(
    (index: number) => {
      if (latest.current.includes(index)) return
      latest.current = [...latest.current, index]
      keepSeen(latest.current)
    },
    [keepSeen],
  )
  const done = forcedReading ? told : atEnd || left === 0
  const seconds = told || (atEnd && !forcedReading) ? 0 : left
  return { done, seconds, read: forcedReading && told ? pages : seen.length, nextUnread: firstMissing(seen), onSeen }
}

/** The first page that is in no list of those seen. */
function firstMissing(seen: readonly number[]): number {
  for (let index = 0; ; index += 1) if (!seen.includes(index)) return index
}
