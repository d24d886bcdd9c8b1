import { lazy, StrictMode, Suspense, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { signInRoutes } from 'virtual:sign-in-routes'
import { knowRoutes } from '../client/known-routes.ts'
import { config } from '../client/config.ts'
import { keepInviteCode } from '../client/session.ts'
import { ToastRegion } from '../ui/toast-region.tsx'
import { LoginPage } from './login/login-page.tsx'

/** Comes only to who forgot, so that the sign-in page stays small. */
const ForgotPage = lazy(() => import('./login/forgot-page.tsx').then((module) => ({ default: module.ForgotPage })))

/**
 * Shows /login in `root` on its own: without router and queries it is a third of the application. What the build has
 * written into the document is taken over as it stands.
 */
export function showLogin(root: HTMLElement) {
  knowRoutes(signInRoutes)
  const query = new URLSearchParams(location.search)
  const forgot = query.get('forgot') === '1'
  document.title = `${forgot ? '重设密码' : '登录'} · ${config.brand}`
  keepInviteCode(query.get('inviteCode'))
  const page = <LoginDocument forgot={forgot} />
  if (root.firstElementChild) hydrateRoot(root, page)
  else createRoot(root).render(page)
}

/** The sign-in page with what every page has. */
export function LoginDocument({ forgot = false }: { forgot?: boolean }) {
  useEffect(() => {
    const root = document.getElementById('root')
    for (const waits of ['inert', 'aria-disabled']) root?.removeAttribute(waits)
    // The application's files come while one types; who only looks is spared them.
    const fetchAhead = () => void import('./application.tsx').catch(() => null)
    addEventListener('input', fetchAhead, { once: true })
    return () => removeEventListener('input', fetchAhead)
  }, [])
  return (
    <StrictMode>
      {/* No boundary round the page the build writes out: it would be taken over later than the rest. */}
      {forgot ? (
        <Suspense>
          <ForgotPage />
        </Suspense>
      ) : (
        <LoginPage />
      )}
      <ToastRegion />
    </StrictMode>
  )
}
