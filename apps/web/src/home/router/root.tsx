import { useLayoutEffect, useRef } from 'react'
import { queryClient } from '../../client/query-client.ts'
import { useHandle, useLocation, useMoving } from '../../router/hooks.ts'
import { Page } from '../../router/router-view.tsx'
import { useQuestions } from '../../ui/ask-store.ts'
import { useBrowserHint } from '../../ui/browser-hint-store.ts'
import { later } from '../../ui/later.tsx'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { closeWarnings } from '../../ui/toast-store.ts'
import { showPage } from '../../kit/live/window-title.ts'
import { FaultPage } from '../../kit/refusals/fault-page.tsx'
import './root.css'

const AskHost = later(async () => (await import('../../ui/ask-host.tsx')).AskHost)
const BrowserHint = later(async () => (await import('../../ui/browser-hint.tsx')).BrowserHint)

/** What every page has: its title, whether there is a network, the messages, the questions. */
export function Root() {
  const moving = useMoving()
  const { title } = useHandle()
  const hint = useBrowserHint(({ of }) => of)
  const asked = useQuestions(({ waiting }) => waiting.length > 0)
  const { pathname } = useLocation()
  useWarningsOf(pathname)
  // Before the page's own effects: a page that knows better (an article's title) has the last word.
  useLayoutEffect(() => showPage(title ?? ''), [title])
  return (
    <>
      {moving && <div className="route-progress" role="progressbar" aria-label="页面加载中" />}
      <OfflineBanner onRetry={() => void queryClient.refetchQueries()} />
      <Page Fault={FaultPage} />
      <ToastRegion />
      {asked && <AskHost />}
      {hint && <BrowserHint of={hint} />}
    </>
  )
}

/** A warning is about the page on which it was said. */
function useWarningsOf(pathname: string) {
  const said = useRef(pathname)
  useLayoutEffect(() => {
    if (said.current !== pathname) closeWarnings()
    said.current = pathname
  }, [pathname])
}
