import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { watchActivity } from '../../client/activity.ts'
import { contractKeys } from '../contract/contract-keys.ts'
import { hearEvent } from './hear-event.ts'
import { shareStream } from './share-stream.ts'
import { showWaiting } from './waiting-mark.ts'

/** The first page is there before anything is listened for, ms. */
const startDelay = 1000
/** Reading keeps the session, asked for at most this often, ms. */
const touchEvery = 4 * 60_000

/**
 * What every page of a space does beside itself: it hears what changes (checklist C94), shows in window title and icon
 * what waits for the person, and keeps the session while somebody reads.
 */
export function Live({ tenantId }: { tenantId: string }) {
  useEffect(() => {
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = shareStream(tenantId, hearEvent)
    }, startDelay)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [tenantId])
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
