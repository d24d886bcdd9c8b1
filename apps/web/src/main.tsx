import { showApplication } from './home/application.tsx'
import { dropStaleToken } from './client/session.ts'
import './styles/tokens.css'
import './styles/base.css'

dropStaleToken()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
showApplication(root)
