import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from '../../client/config.ts'
import { keepInviteCode } from '../../client/session.ts'
import { AskHost } from '../../ui/ask-host.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { LoginPage } from './login-page.tsx'

/** Shows /login in `root` on its own: without router and queries it is half the size of the application. */
export function showLogin(root: HTMLElement) {
  document.title = `登录 · ${config.brand}`
  keepInviteCode(new URLSearchParams(location.search).get('inviteCode'))
  createRoot(root).render(
    <StrictMode>
      <LoginDocument />
    </StrictMode>,
  )
}

function LoginDocument() {
  useEffect(() => {
    // The application's files come while one types.
    const timer = setTimeout(() => void import('../application.tsx').catch(() => null), 1500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <LoginPage />
      <ToastRegion />
      <AskHost />
    </>
  )
}
