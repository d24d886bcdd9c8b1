import { loginPath, ownPath } from '../../client/own-path.ts'

/** Checklist R2: what opens without a session. */
const open = new Set([
  '/login',
  '/login/key',
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
  '/file-compare',
  '/face',
  '/face/trial',
  '/open/seal/handwrite',
  '/open/seal/handwriteSuccess',
  '/open/printed',
  '/open/sso',
  '/open/sso/back',
  '/open/personAuth/authSuccess',
  '/open/personAuth/authFailed',
  '/documentCenter',
])

/** Where the exchange of a pass leads; without one they need a session (checklist R49, R50). */
const behindPass = new Set(['/unifysign/assign', '/unifysign/lauchtask', '/oa-sign/flow'])

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
  const embedded = embeddedPage(plain, search)
  if (embedded !== undefined) return embedded
  if (!signedIn) return open.has(plain) ? null : loginPath(wanted(plain, path + search, search))
  if (plain === '/login') return '/'
  // A link invites the person who is signed in, not to another registration (checklist R56).
  if (plain === '/register-type' && new URLSearchParams(search).has('inviteCode')) {
    return `/user-space/company-join${search}`
  }
  return firstChild[plain] ?? null
}

/** Where what an integration opened belongs, null where that is here; undefined of every other address. */
function embeddedPage(plain: string, search: string): string | null | undefined {
  const purpose = plain === '/unifysign' && /\bpurpose=(sign|launch)\b/.exec(search)?.[1]
  if (purpose) return `/unifysign/${purpose}${search}`
  // Reloaded behind a pass, they say that it has been used.
  return behindPass.has(plain) && new URLSearchParams(search).has('app') ? null : undefined
}

/** What a visitor wants who is sent to sign in: behind the page that only waits, the page it waits for. */
const wanted = (plain: string, here: string, search: string) =>
  plain === '/loading' ? (ownPath(new URLSearchParams(search).get('redirect')) ?? '/') : here
