import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { sharedLoad } from '../router/shared-load.ts'

/** ms until a page is taken to be at rest: when what it is for is seen, and when it says nothing. */
const restAfter = { seen: 1000, silence: 5000 }

const waiting = new Set<() => Promise<unknown>>()
let seen = false
let atRest = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * A component whose file is no part of the page's: it comes once the page is at rest (see `fetchLater`), or when it is
 * first shown, and until then `meanwhile` stands there. For what only a press brings: sheets, menus, other tabs. One
 * that is not `wanted` here comes only when it is shown.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
  wanted = () => true,
): ComponentType<P> {
  const once = sharedLoad(load)
  const Part = lazy(async () => ({ default: await once() }))
  const early = wanted()
  if (early && atRest) setTimeout(() => fetchPart(once))
  else if (early) waiting.add(once)
  timer ??= setTimeout(rest, restAfter.silence)
  return function Later(props: P) {
    return <Suspense fallback={meanwhile}>{createElement<P>(Part, props)}</Suspense>
  }
}

/** What the page is for is seen: now may come what a press brings, so that no press waits or finds no network. */
export function fetchLater(): void {
  if (seen) return
  seen = true
  clearTimeout(timer)
  timer = setTimeout(rest, restAfter.seen)
}

function rest() {
  atRest = true
  for (const load of waiting) fetchPart(load)
  waiting.clear()
}

/** A part that does not come now is asked for again when it is shown, and its fault is told then. */
function fetchPart(load: () => Promise<unknown>) {
  load().catch(() => undefined)
}
