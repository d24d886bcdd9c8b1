import { loginPath, ownPath } from '../../client/own-path.ts'

/** Checklist R2: what opens without a session. */
const open = new Set([
  '/login',
  '/register-type',
  '/register',
  '/register-uk',
  '/oa-sign',
  '/open-sign',
  '/unifysign',
  '/unifysign/sign',
  '/unifysign/auto-redirect',
  '/unifysign/launch',
  '/autoLogin',
  '/file-check',
  '/open/seal/handwrite',
  '/open/seal/handwriteSuccess',
  '/open/printed',
  '/open/personAuth/authSuccess',
  '/open/personAuth/authFailed',
  '/documentCenter',
])

/** Checklist R12: these alone go to their first child. */
const firstChild: Record<string, string> = {
  '/space': '/space/contract-list?status=all',
  '/approve': '/approve/list?status=myapproval',
  '/user-space': '/user-space/contracts',
  '/company-space': '/company-space/personal-management',
  '/user': '/user/info',
}

/**
 * Where a visit is sent instead, or null to let it in. `path` is without /home; a trailing slash makes no difference.
 */
export function redirectFor(path: string, search: string, signedIn: boolean): string | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  // What an integration opened the page for (checklist R46).
  if (plain === '/unifysign' && new URLSearchParams(search).get('purpose') === 'sign') return `/unifysign/sign${search}`
  if (!signedIn) return open.has(plain) ? null : loginPath(wanted(plain, path + search, search))
  if (plain === '/login') return '/'
  // A link invites the person who is signed in, not to another registration (checklist R56).
  if (plain === '/register-type' && new URLSearchParams(search).has('inviteCode')) {
    return `/user-space/company-join${search}`
  }
  return firstChild[plain] ?? null
}

/** What a visitor wants who is sent to sign in: behind the page that only waits, the page it waits for. */
const wanted = (plain: string, here: string, search: string) =>
  plain === '/loading' ? (ownPath(new URLSearchParams(search).get('redirect')) ?? '/') : here
