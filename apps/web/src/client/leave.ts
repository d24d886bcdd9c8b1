let go: (path: string) => void = () => {}

/** Tells the client how to go to another page; the router does so once, at the start. */
export function leaveWith(navigate: (path: string) => void) {
  go = navigate
}

/** Goes to an own path from outside the component tree. */
export const leaveFor = (path: string) => go(path)
