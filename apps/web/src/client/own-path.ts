/**
 * A path inside the application (under /home/, without that prefix), or null for anything that could lead elsewhere:
 * another origin, `//host`, a backslash or control character that a browser reads as one.
 */
export function ownPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || /^\/[/\\]|\\|\p{Cc}/u.test(value)) return null
  const url = URL.parse?.(value, 'https://own.invalid') ?? parse(value)
  return url?.origin === 'https://own.invalid' && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : null
}

/** `URL.parse` is younger than the oldest browsers promised. */
function parse(value: string): URL | null {
  try {
    return new URL(value, 'https://own.invalid')
  } catch {
    return null
  }
}

/** The full path as `from` carries it: `?` becomes `!!` (checklist H15). */
export const packFrom = (path: string) => path.replace('?', '!!')

/** The path a `from` leads back to; home when it is missing or not our own. */
export const readFrom = (from: string | null) => ownPath(from?.replace('!!', '?')) ?? '/'

/** Where signing in leads back to: `/login?redirect=…`; home needs no mention. */
export const loginPath = (here: string) => (here === '/' ? '/login' : `/login?redirect=${encodeURIComponent(here)}`)

/** `path` with the `redirect` of the present address, so that where one wanted to go is not lost on the way. */
export function withRedirect(path: string, search: string): string {
  const redirect = ownPath(new URLSearchParams(search).get('redirect'))
  if (redirect === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(redirect)}`
}

/** Where the `redirect` of the present address leads; home when it is missing or not our own. */
export const readRedirect = (search: string) => ownPath(new URLSearchParams(search).get('redirect')) ?? '/'

/** The page that waits before `target` (checklist R16). */
export const loadingPath = (target: string) =>
  target === '/' ? '/loading' : `/loading?redirect=${encodeURIComponent(target)}`
