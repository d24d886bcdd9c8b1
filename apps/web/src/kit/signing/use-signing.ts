import type { Position, SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { usePapers } from './use-papers.ts'
import { obstacleOf } from './obstacle.ts'
import { draftToGoOn } from './signing-draft.ts'
import {
  type ChosenPlace,
  foreseen,
  inReadingOrder,
  sealsToApprove,
  signingState,
  unsigned,
  withFirstPicks,
} from './signing-state.ts'
import { useDraft } from './use-draft.ts'
import { useReading } from './use-reading.ts'

/**
 * Everything that signing knows: choices (kept, and begun with those that the server has `before`), progress, reading,
 * consent.
 */
export function useSigning(detail: SignDetail, seals: readonly SealInfo[], before: readonly ChosenPlace[]) {
  const { signId, fileArray, positionArray } = detail
  const positions: Position[] = useMemo(() => inReadingOrder(positionArray, fileArray), [positionArray, fileArray])
  const [opened] = useState(() => Date.now())
  const [state, send] = useReducer(signingState, null, () =>
    withFirstPicks(draftToGoOn(signId, before, positions), seals, opened),
  )
  // Seals may come, go or lose their permission while the page is open.
  useEffect(() => send({ do: 'offer', seals, now: opened }), [seals, opened])
  useDraft(signId, positions, state)

  const [agreed, setAgreed] = useState(false)
  const pages = fileArray.reduce((sum, { pageCount }) => sum + pageCount, 0)
  const { done, ...reading } = useReading(detail, pages, opened)
  const papers = usePapers(detail)
  const open = unsigned(positions, state)
  return {
    positions,
    state,
    send,
    open,
    /** Chosen seals whose use has to be asked for. */
    toApprove: sealsToApprove(foreseen(positions, state), seals),
    opened,
    pages,
    reading,
    papers,
    agreed,
    setAgreed,
    obstacle: obstacleOf({ left: open.length, lacking: papers.waits ? 1 : papers.lacking.length, read: done, agreed }),
  }
}

/** What `useSigning` gives. */
export type SigningFacts = ReturnType<typeof useSigning>
