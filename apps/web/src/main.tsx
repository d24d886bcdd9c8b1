import { hrefOf } from './client/leave.ts'
import { dropStaleToken, isSignedIn } from './client/session.ts'
import './styles/tokens.css'
import './styles/base.css'

async function show(root: HTMLElement) {
  const signingIn = location.pathname.replace(/\/+$/, '') === hrefOf('/login') && !isSignedIn()
  if (signingIn) (await import('./home/login/login-document.tsx')).showLogin(root)
  else (await import('./home/application.tsx')).showApplication(root)
}

dropStaleToken()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
show(root).catch((fault: unknown) => {
  console.error(fault)
  root.textContent = '页面资源加载失败，请刷新重试'
})
