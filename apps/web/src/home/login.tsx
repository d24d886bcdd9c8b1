import { showLoadFailed } from '../client/load-failed.ts'
import { dropStaleToken, isSignedIn, keepInviteCode } from '../client/session.ts'
import { hrefOf } from '../router/leave.ts'
import '../styles/tokens.css'
import '../styles/base.css'

async function takeOver() {
  const root = document.getElementById('root')
  if (!root) throw new Error('login.html has no #root')
  try {
    const { showLogin } = await import('./login-document.tsx')
    showLogin(root)
  } catch (fault) {
    console.error(fault)
    for (const waits of ['inert', 'aria-disabled']) root.removeAttribute(waits)
    showLoadFailed(root)
  }
}

dropStaleToken()
// Checklist R5: who is signed in has no business here.
if (isSignedIn()) {
  keepInviteCode(new URLSearchParams(location.search).get('inviteCode'))
  location.replace(hrefOf('/'))
}
// The page stands in the document already: a slow phone shows it first, and then asks for the scripts.
else requestAnimationFrame(() => setTimeout(() => void takeOver()))
