import { useLayoutEffect } from 'react'
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router'
import { AskHost } from '../../ui/ask-host.tsx'
import { BrowserHintHost } from '../../ui/browser-hint.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { readHandle } from '../frame/section.ts'
import { showPage } from '../live/waiting-mark.ts'
import './root.css'

/** What every page has: its title, the messages, the questions. */
export function Root() {
  const moving = useNavigation().state !== 'idle'
  const title = readHandle(useMatches().at(-1)?.handle).title
  // Before the page's own effects: a page that knows better (an article's title) has the last word.
  useLayoutEffect(() => showPage(title ?? ''), [title])
  return (
    <>
      {moving && <div className="route-progress" role="progressbar" aria-label="页面加载中" />}
      <Outlet />
      <ScrollRestoration />
      <ToastRegion />
      <AskHost />
      <BrowserHintHost />
    </>
  )
}
