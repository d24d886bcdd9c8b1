import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import type { Ink, InkStroke } from '../../kit/handwriting/ink.ts'
import { keepStrokes, readStrokes } from './kept-strokes.ts'
import { tryAgain } from './try-again.ts'

type Asker = Output<Table['handWriteQrcodeScanned']>
/** What was sent from here, and when (ms). */
export type SentInk = { ink: Ink; at: number }
/** How it ended: `done` with what was sent from here, if anything was. */
type Ending = { is: 'dead' } | { is: 'done'; sent: SentInk | null }

/**
 * What a phone writes for a ticket: who asks, the strokes, which outlive a lost line and a page loaded again, and their
 * sending, which goes on until the server answers and happens once however often it is tried.
 */
export function useHandwrite(ticket: string) {
  const [asker, setAsker] = useState<Asker | null>(null)
  const [ending, setEnding] = useState<Ending | null>(null)
  const [strokes, setStrokes] = useState(() => readStrokes(ticket))
  const [fault, setFault] = useState('')
  /** The try that is under way, from 1; 0 when nothing is being sent. */
  const [tries, setTries] = useState(0)
  const keyOf = useRepeatKey()
  const leaving = useRef(new AbortController())

  useEffect(() => {
    const over = new AbortController()
    leaving.current = over
    tryAgain(
      (signal) => call('handWriteQrcodeScanned', { ticket }, { signal, quiet: true }),
      over.signal,
      () => {},
    ).then(setAsker, (error: unknown) => setEnding(endingOf(error)))
    return () => over.abort()
  }, [ticket])

  const write = (written: readonly InkStroke[]) => {
    setStrokes(written)
    setFault('')
    keepStrokes(ticket, written)
  }
  const send = async (ink: Ink | null) => {
    if (!ink) return setFault('请写下完整的签名')
    const input = { ticket, handwriteBase64: ink.png }
    const once = (signal: AbortSignal) => call('submitHandwrite', input, { signal, key: keyOf(input), quiet: true })
    try {
      await tryAgain(once, leaving.current.signal, setTries)
      keepStrokes(ticket, [])
      setEnding({ is: 'done', sent: { ink, at: Date.now() } })
    } catch (error) {
      if (error instanceof CallRefusal && error.reason === 'field/invalid') setFault(error.message)
      else setEnding((ended) => endingOf(error) ?? ended)
    }
    setTries(0)
  }
  return { asker, ending, strokes, write, fault, tries, send }
}

/** A code that is over, or one whose signature is there already; null when only this page was left. */
function endingOf(error: unknown): Ending | null {
  if (!(error instanceof CallRefusal)) return null
  return error.reason === 'handwriting/changed' ? { is: 'done', sent: null } : { is: 'dead' }
}
