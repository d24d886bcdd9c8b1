import { showLoadFailed } from './client/load-failed.ts'
import { dropStaleToken } from './client/session.ts'
import './styles/tokens.css'
import './styles/base.css'

dropStaleToken()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
import('./home/application.tsx').then(
  ({ showApplication }) => showApplication(root),
  (fault: unknown) => {
    console.error(fault)
    showLoadFailed(root)
  },
)
