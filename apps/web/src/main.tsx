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
  // Nothing of the application is there to show it (checklist X21).
  const text = document.createElement('p')
  text.textContent = '页面资源加载失败，请刷新重试'
  const reload = document.createElement('button')
  reload.textContent = '刷新'
  reload.addEventListener('click', () => location.reload())
  const page = document.createElement('main')
  page.className = 'load-failed'
  page.append(text, reload)
  root.replaceChildren(page)
})
