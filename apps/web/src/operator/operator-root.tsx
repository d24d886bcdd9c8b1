import { useEffect, useLayoutEffect } from 'react'
import { watchActivity } from '../client/activity.ts'
import { config } from '../client/config.ts'
import { queryClient } from '../client/query-client.ts'
import { FaultPage } from '../kit/refusals/fault-page.tsx'
import { useHandle } from '../router/hooks.ts'
import { Page } from '../router/router-view.tsx'
import { AskHost } from '../ui/ask-host.tsx'
import { OfflineBanner } from '../ui/offline-banner.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'

/** What every page of the room has: its title, whether there is a network, the messages, the questions. */
export function OperatorRoot() {
  const { title = '' } = useHandle()
  useLayoutEffect(() => {
    document.title = `${title} · 运营室 · ${config.brand}`
  }, [title])
  // What pages read again by themselves keeps nobody signed in; what somebody does, does.
  useEffect(() => watchActivity(() => {}), [])
  return (
    <>
      <OfflineBanner onRetry={() => void queryClient.refetchQueries()} />
      <Page Fault={FaultPage} />
      <ToastRegion />
      <AskHost />
    </>
  )
}
