import { showLoadFailed } from '../client/load-failed.ts'
import { dropStaleToken, isSignedIn } from '../client/session.ts'
import { fetchFirstFiles } from './router/first-files.ts'
import '../styles/tokens.css'
import '../styles/base.css'

dropStaleToken()
const root = document.getElementById('root')
if (!root) throw new Error('open-sign.html has no #root')
if (isSignedIn()) fetchFirstFiles(location.pathname)
const shown = isSignedIn()
  ? import('./application.tsx').then(({ showApplication }) => showApplication(root))
  : import('./open-sign-document.tsx').then(({ showLanding }) => showLanding(root))
shown.catch((fault: unknown) => {
  console.error(fault)
  showLoadFailed(root)
})
