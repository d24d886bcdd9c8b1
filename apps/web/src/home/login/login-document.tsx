import { lazy, StrictMode, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from '../../client/config.ts'
import { keepInviteCode } from '../../client/session.ts'
import { AskHost } from '../../ui/ask-host.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { LoginPage } from './login-page.tsx'

/** Comes only to who forgot, so that the sign-in page stays small. */
const ForgotPage = lazy(() => import('./forgot-page.tsx').then((module) => ({ default: module.ForgotPage })))

/** Shows /login in `root` on its own: without router and queries it is half the size of the application. */
export function showLogin(root: HTMLElement) {
  const query = new URLSearchParams(location.search)
  const forgot = query.get('forgot') === '1'
  document.title = `${forgot ? '重设密码' : '登录'} · ${config.brand}`
  keepInviteCode(query.get('inviteCode'))
  createRoot(root).render(
    <StrictMode>
      <LoginDocument forgot={forgot} />
    </StrictMode>,
  )
}

function LoginDocument({ forgot }: { forgot: boolean }) {
  useEffect(() => {
    // The application's files come while one types.
    const timer = setTimeout(() => void import('../application.tsx').catch(() => null), 1500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Suspense>{forgot ? <ForgotPage /> : <LoginPage />}</Suspense>
      <ToastRegion />
      <AskHost />
    </>
  )
}
