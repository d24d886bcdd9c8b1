import type { Position, SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { useEffect, useReducer, useState } from 'react'
import { obstacleOf } from './obstacle.ts'
import { keepDraft, keptDraft } from './signing-draft.ts'
import { inReadingOrder, signingState, unsigned, withFirstPicks } from './signing-state.ts'
import { useReading } from './use-reading.ts'

/** Everything that signing knows: choices (kept for this tab), progress, reading, consent. */
export function useSigning(detail: SignDetail, seals: readonly SealInfo[]) {
  const { signId, fileArray } = detail
  const positions: Position[] = inReadingOrder(detail.positionArray, fileArray)
  const [opened] = useState(() => Date.now())
  const [state, send] = useReducer(signingState, null, () => withFirstPicks(keptDraft(signId), seals, opened))
  // Seals may come, go or lose their permission while the page is open.
  useEffect(() => send({ do: 'offer', seals, now: opened }), [seals, opened])
  useEffect(() => keepDraft(signId, state), [signId, state])

  const [agreed, setAgreed] = useState(false)
  const pages = fileArray.reduce((sum, { pageCount }) => sum + pageCount, 0)
  const { done, seconds, onReadToEnd } = useReading(detail, pages, opened)
  const open = unsigned(positions, state)
  return {
    positions,
    state,
    send,
    open,
    opened,
    pages,
    seconds,
    agreed,
    setAgreed,
    onReadToEnd,
    obstacle: obstacleOf({ left: open.length, read: done, agreed }),
  }
}

/** What `useSigning` gives. */
export type SigningFacts = ReturnType<typeof useSigning>
