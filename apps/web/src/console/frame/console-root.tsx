import { useLayoutEffect } from 'react'
import { queryClient } from '../../client/query-client.ts'
import { showPage } from '../../kit/live/window-title.ts'
import { FaultPage } from '../../kit/refusals/fault-page.tsx'
import { useHandle } from '../../router/hooks.ts'
import { Page } from '../../router/router-view.tsx'
import { AskHost } from '../../ui/ask-host.tsx'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'

/** What every page of the console has: its title, whether there is a network, the messages, the questions. */
export function ConsoleRoot() {
  const { title = '' } = useHandle()
  useLayoutEffect(() => showPage(`${title} · 企业管理后台`), [title])
  return (
    <>
      <OfflineBanner onRetry={() => void queryClient.refetchQueries()} />
      <Page Fault={FaultPage} />
      <ToastRegion />
      <AskHost />
    </>
  )
}
