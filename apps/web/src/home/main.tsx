import { showLoadFailed } from '../client/load-failed.ts'
import { dropStaleToken, isSignedIn, keepInviteCode } from '../client/session.ts'
import { hrefOf } from '../router/leave.ts'
import '../styles/tokens.css'
import '../styles/base.css'

/**
 * What each document shows, of every site: its root says which. One script, so that a first visit asks for fewer
 * files, and none runs beside another.
 */
const documents = {
  async application(root: HTMLElement) {
    const { showApplication } = await import('./application.tsx')
    await nextTask()
    showApplication(root)
  },
  async openSign(root: HTMLElement) {
    // Whoever is signed in has no landing page, nor has a scanned code.
    if (isSignedIn() || new URLSearchParams(location.search).has('code')) return documents.application(root)
    const { showLanding } = await import('./open-sign-document.tsx')
    await nextTask()
    return showLanding(root)
  },
  async handwrite(root: HTMLElement) {
    const { showHandwrite } = await import('./handwrite-document.tsx')
    await nextTask()
    showHandwrite(root)
  },
  async face(root: HTMLElement) {
    const { showFace } = await import('./face-document.tsx')
    await nextTask()
    showFace(root)
  },
  async keyAgent() {
    const { serveAgent } = await import('./key-agent.ts')
    serveAgent()
  },
  async console(root: HTMLElement) {
    const { showCompanyConsole } = await import('../console/company-console.tsx')
    showCompanyConsole(root)
  },
  async operator(root: HTMLElement) {
    const { showOperatorRoom } = await import('../operator/operator-room.tsx')
    showOperatorRoom(root)
  },
  async login(root: HTMLElement) {
    // Checklist R5: who is signed in has no business here.
    if (isSignedIn()) {
      keepInviteCode(new URLSearchParams(location.search).get('inviteCode'))
      return location.replace(hrefOf('/'))
    }
    // The page stands in the document already: a slow phone shows it first, and then asks for the scripts.
    await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))
    const { showLogin } = await import('./login-document.tsx')
    showLogin(root)
  },
}

const isShown = (name = ''): name is keyof typeof documents => Object.hasOwn(documents, name)

/** Lets a slow phone answer a finger between evaluating the scripts and drawing the page. */
const nextTask = () => new Promise((begin) => setTimeout(begin))

async function show(root: HTMLElement) {
  const { shows } = root.dataset
  try {
    await documents[isShown(shows) ? shows : 'application'](root)
  } catch (fault) {
    console.error(fault)
    for (const waits of ['inert', 'aria-disabled']) root.removeAttribute(waits)
    showLoadFailed(root)
  }
}

// What an integration frames may have no storage (checklist R46).
if (!/^\/home\/(?:unifysign|oa-sign)/.test(location.pathname)) dropStaleToken()
const root = document.getElementById('root')
if (!root) throw new Error('the document has no #root')
void show(root)
