import { showLoadFailed } from '../client/load-failed.ts'
import { dropStaleToken, isSignedIn } from '../client/session.ts'
import { fetchFirstFiles } from './router/first-files.ts'
import '../styles/tokens.css'
import '../styles/base.css'

dropStaleToken()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
if (isSignedIn()) fetchFirstFiles(location.pathname)
import('./application.tsx').then(
  ({ showApplication }) => showApplication(root),
  (fault: unknown) => {
    console.error(fault)
    showLoadFailed(root)
  },
)
