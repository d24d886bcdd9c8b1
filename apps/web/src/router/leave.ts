/** Where this document's site lies, with a slash at its end; home until a router says otherwise. */
let base: string = import.meta.env.BASE_URL

/** The address of an own path, for an <a>. */
export const hrefOf = (path: string) => base.replace(/\/$/, '') + path

/** Without a router (the sign-in page has none) another page is another document. */
let go = (path: string) => location.assign(hrefOf(path))

/** Tells where the site lies and how to go to another of its pages; its router does so once, at the start. */
export function leaveWith(site: string, navigate: (path: string) => void) {
  base = site
  go = navigate
}

/** Goes to an own path from outside the component tree. */
export const leaveFor = (path: string) => go(path)
