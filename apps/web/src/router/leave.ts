/** The address of an own path, for an <a>. */
export const hrefOf = (path: string) => import.meta.env.BASE_URL.replace(/\/$/, '') + path

/** Without a router (the sign-in page has none) another page is another document. */
let go = (path: string) => location.assign(hrefOf(path))

/** Tells the client how to go to another page; the router does so once, at the start. */
export function leaveWith(navigate: (path: string) => void) {
  go = navigate
}

/** Goes to an own path from outside the component tree. */
export const leaveFor = (path: string) => go(path)
