import { isSignedIn, keepInviteCode } from '../../client/session.ts'
import { leaveWith } from '../../router/leave.ts'
import type { Place } from '../../router/route.ts'
import { makeRouter, type Elsewhere, type Router } from '../../router/router.ts'
import { redirectFor } from './guard.ts'
import { routes } from './routes.ts'

const base = '/home/'

/** The sign-in page is a document of its own, without router and queries (see main.tsx); that by a USB key is none. */
const isLogin = (path: string) => /^\/login(?!\/key(?:[/?]|$))(?:[/?]|$)/.test(path)

/** Keeps an invitation before anything else (checklist R6), then lets in, or leads to where the visit belongs. */
function guard({ pathname, search }: Place): Elsewhere | null {
  keepInviteCode(new URLSearchParams(search).get('inviteCode'))
  const elsewhere = redirectFor(pathname, search, isSignedIn())
  if (elsewhere) return { to: elsewhere, document: isLogin(elsewhere) }
  return isLogin(pathname) ? { to: pathname + search, document: true } : null
}

/** The application's router under /home/ with history addresses (checklist R1). */
export function makeOwnRouter(): Router {
  // The base without its slash is the same page.
  if (`${location.pathname}/` === base) history.replaceState(null, '', base + location.search + location.hash)
  const router = makeRouter({ base, routes, guard })
  leaveWith(base, (path) => void router.go(path))
  return router
}
