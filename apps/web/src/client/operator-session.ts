const tokenKey = 'operatorToken'
const endedKey = 'operatorEnded'

/** The token of who runs the platform, or null: this tab's alone, and nothing to the pages of spaces. */
export const operatorToken = () => sessionStorage.getItem(tokenKey)

/** Keeps it until the tab goes. */
export function startOperatorSession(token: string) {
  sessionStorage.setItem(tokenKey, token)
  sessionStorage.removeItem(endedKey)
}

/** Forgets it; `asked`: its owner wants to leave, else the page says that it has ended. */
export function endOperatorSession({ asked }: { asked: boolean }) {
  sessionStorage.removeItem(tokenKey)
  if (!asked) sessionStorage.setItem(endedKey, '1')
}

/** Whether the last session ended by itself. */
export const hasOperatorSessionEnded = () => sessionStorage.getItem(endedKey) !== null
