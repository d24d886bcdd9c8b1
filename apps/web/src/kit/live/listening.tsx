import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { watchActivity } from '../../client/activity.ts'
import { contractKeys } from '../contract/contract-keys.ts'
import { hearEvent } from './hear-event.ts'
import { shareStream } from './share-stream.ts'
import { drawWaiting } from './waiting-icon.ts'
import { nameWaiting } from './window-title.ts'

/** Reading keeps the session, asked for at most this often, ms. */
const touchEvery = 4 * 60_000

/**
 * What every page of a space does beside itself: it hears what changes (checklist C94), shows in window title and icon
 * what waits for the person, and keeps the session while somebody reads.
 */
export function Listening({ tenantId }: { tenantId: string }) {
  useEffect(() => shareStream(tenantId, hearEvent), [tenantId])
  useEffect(() => {
    let touched = Date.now()
    return watchActivity(() => {
      if (Date.now() - touched < touchEvery) return
      touched = Date.now()
      call('inspectTokenExpired', {}, { quiet: true }).catch(() => null)
    })
  }, [])
  const { data } = useQuery({
    queryKey: contractKeys.counters,
    queryFn: ({ signal }) => call('getStatusTotal', {}, { signal }),
  })
  const waiting = data?.iSign ?? 0
  useEffect(() => showWaiting(waiting), [waiting])
  useEffect(() => () => showWaiting(0), [])
  return null
}

function showWaiting(waiting: number) {
  nameWaiting(waiting)
  drawWaiting(waiting)
}
