import type { Position } from '@moqi/api/shapes'
import { useEffect, useRef } from 'react'
import { call } from '../../client/call.ts'
import { useOnline } from '../../ui/use-online.ts'
import { keepDraft, keptDraft, noteSent } from './signing-draft.ts'
import { signedPlaces, type SigningState } from './signing-state.ts'

/** ms of quiet after a choice or a letter, before the server is told. */
const quiet = 800

/**
 * Keeps choices and what was filled in: at once in this tab, and soon with the server, where another device finds them;
 * what a broken line held up is sent when it is back.
 */
export function useDraft(signId: string, positions: readonly Position[], state: SigningState) {
  const online = useOnline()
  const any = useRef(false)
  useEffect(() => {
    keepDraft(signId, state)
    const positionArray = signedPlaces(positions, state)
    any.current ||= positionArray.length > 0
    if (!online || !any.current || keptDraft(signId)?.sent !== false) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call('signProcessPosition', { signId, positionArray }, { quiet: true, signal: stop.signal })
        .then(() => stop.signal.aborted || noteSent(signId))
        // It is tried again with the next letter, or when the line is back; this tab has it all the while.
        .catch(() => undefined)
    }, quiet)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [signId, positions, state, online])
}
