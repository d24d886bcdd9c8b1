/** Without a sign of a person for this long, ms, what the page asks by itself does not count as using the session. */
const idleAfter = 5 * 60_000

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

let last = Date.now()

/** Whether nobody seems to be there. */
export const isIdle = () => Date.now() - last > idleAfter

/** Calls `seen` with every sign of a person: a press, a key, a turned page. Answers how to stop. */
export function watchActivity(seen: () => void): () => void {
  const note = () => {
    last = Date.now()
    seen()
  }
  for (const sign of signs) addEventListener(sign, note, { capture: true, passive: true })
  return () => {
    for (const sign of signs) removeEventListener(sign, note, { capture: true })
  }
}
