import { createBrowserRouter, redirect, redirectDocument, type MiddlewareFunction } from 'react-router'
import { leaveWith } from '../../client/leave.ts'
import { isSignedIn, keepInviteCode } from '../../client/session.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { FaultPage } from '../refusals/fault-page.tsx'
import { redirectFor } from './guard.ts'
import { Root } from './root.tsx'
import { routes } from './routes.ts'

const base = '/home/'

/** The sign-in page is a document of its own, without router and queries (see main.tsx). */
const isLogin = (path: string) => /^\/login(?:[/?]|$)/.test(path)

/** Keeps an invitation before anything else (checklist R6), then lets in, or leads to where the visit belongs. */
const guard: MiddlewareFunction = ({ request }, next) => {
  const { pathname, search, searchParams } = new URL(request.url)
  keepInviteCode(searchParams.get('inviteCode'))
  const path = pathname.startsWith(base) ? pathname.slice(base.length - 1) : '/'
  const elsewhere = redirectFor(path, search, isSignedIn())
  if (elsewhere) throw isLogin(elsewhere) ? redirectDocument(elsewhere) : redirect(elsewhere)
  if (isLogin(path)) throw redirectDocument(path + search)
  return next()
}

/** The application's router under /home/ with history addresses (checklist R1). */
export function makeRouter() {
  // The base without its slash is the same page.
  if (`${location.pathname}/` === base) history.replaceState(null, '', base + location.search + location.hash)
  const router = createBrowserRouter(
    [
      {
        id: 'root',
        Component: Root,
        middleware: [guard],
        // A route without a loader would be entered without its middleware on the first visit.
        loader: () => null,
        ErrorBoundary: FaultPage,
        HydrateFallback: () => <Waiting title="正在进入" />,
        children: [{ ErrorBoundary: FaultPage, children: routes }],
      },
    ],
    { basename: base },
  )
  leaveWith((path) => void router.navigate(path))
  return router
}
