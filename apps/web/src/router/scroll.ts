import type { Shown } from './router.ts'

const stored = 'scrolled'
const most = 100
let positions = new Map<string, number>()
/** Whose position the window has now. */
let present: string | null = null

/** Keeps how far each visit was scrolled, over a reload too. The browser's own way knows nothing of pages. */
export function keepScrolled(): () => void {
  history.scrollRestoration = 'manual'
  positions = readPositions()
  const note = () => {
    if (present !== null) positions.set(present, scrollY)
  }
  const store = () => {
    note()
    sessionStorage.setItem(stored, JSON.stringify([...positions].slice(-most)))
  }
  addEventListener('scroll', note, { passive: true })
  addEventListener('pagehide', store)
  return () => {
    removeEventListener('scroll', note)
    removeEventListener('pagehide', store)
  }
}

/** Back where a visit was left; to the part the address names, else to the top. */
export function restoreScroll({ place, way, keepScroll }: Shown): void {
  const before = positions.get(place.key)
  present = null
  if (way === 'pop' && before !== undefined) scrollTo(0, before)
  else if (place.hash) partNamed(place.hash)?.scrollIntoView()
  else if (!keepScroll) scrollTo(0, 0)
  present = place.key
}

/** The part of the page that a `#…` names; a link may hold anything. */
function partNamed(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

function readPositions(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(stored) ?? '[]')
    if (!Array.isArray(kept)) return new Map()
    const pairs = kept.filter(
      (one: unknown): one is [string, number] => Array.isArray(one) && typeof one[1] === 'number',
    )
    return new Map(pairs.map(([key, y]) => [String(key), y]))
  } catch {
    return new Map()
  }
}
