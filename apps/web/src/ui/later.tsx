import { createElement, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { ownTask } from './own-task.ts'
import { sharedLoad } from '../router/shared-load.ts'
import { PartFailed } from './part-failed.tsx'

/** ms until a page is taken to be at rest: when what it is for is seen, and when it says nothing. */
const restAfter = { seen: 1000, silence: 5000 }
/** ms until a part that did not come is asked for again; each time twice as long. */
const retryAfter = { first: 2000, most: 16_000 }

const waiting = new Set<() => Promise<unknown>>()
let seen = false
let atRest = false
let timer: ReturnType<typeof setTimeout> | undefined

/** A component that comes later; `fetch` has its file come now, and rejects when it does not. */
export type Later<P> = ComponentType<P> & { fetch: () => Promise<unknown> }

/**
 * A component whose file is no part of the page's: it comes once the page is at rest (see `fetchLater`), or when it is
 * first shown, and until then `meanwhile` stands there. For what only a press brings: sheets, menus, other tabs. What
 * does not come says so beside the page, and is asked for until it is there. One that is not `wanted` here comes only
 * when it is shown.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
  wanted = () => true,
): Later<P> {
  let part: ComponentType<P> | undefined
  const once = sharedLoad(async () => {
    part = await load()
    return part
  })
  if (wanted()) waiting.add(once)
  // A page that was at rest is left for another: its parts must not take the line from what that one is for.
  if (atRest) atRest = seen = false
  timer ??= setTimeout(() => void rest(), restAfter.silence)
  function Later(props: P) {
    const [Part, show] = useState(() => part)
    const { failed, again } = usePart(Part === undefined, once, (come) => show(() => come))
    if (Part) return createElement<P>(Part, props)
    return (
      <>
        {meanwhile}
        {failed && <PartFailed onRetry={again} />}
      </>
    )
  }
  return Object.assign(Later, { fetch: once })
}

/** Loads once, however many ask: at the latest when the page is at rest. */
export function whenAtRest<T>(load: () => Promise<T>): () => Promise<T> {
  const once = sharedLoad(load)
  waiting.add(once)
  timer ??= setTimeout(() => void rest(), restAfter.silence)
  return once
}

/** Asks for a part while it is wanted: again when the network is back, after a while, and when somebody says so. */
function usePart<T>(wanted: boolean, once: () => Promise<T>, onCome: (part: T) => void) {
  const [failures, setFailures] = useState(0)
  const [tell] = useState(() => onCome)
  const ask = useCallback(() => {
    once().then(tell, () => setFailures((count) => count + 1))
  }, [once, tell])
  useEffect(() => {
    if (wanted) ask()
  }, [wanted, ask])
  useEffect(() => {
    if (!wanted || failures === 0) return undefined
    const pause = setTimeout(ask, Math.min(retryAfter.first * 2 ** (failures - 1), retryAfter.most))
    addEventListener('online', ask)
    return () => {
      clearTimeout(pause)
      removeEventListener('online', ask)
    }
  }, [wanted, failures, ask])
  return { failed: failures > 0, again: ask }
}

/** What the page is for is seen: now may come what a press brings, so that no press waits or finds no network. */
export function fetchLater(): void {
  if (seen) return
  seen = true
  clearTimeout(timer)
  timer = setTimeout(() => void rest(), restAfter.seen)
}

/** Asks for each part in a task of its own: a phone answers a finger between them. */
async function rest() {
  atRest = true
  timer = undefined
  const parts = [...waiting]
  waiting.clear()
  for (const load of parts) {
    await ownTask()
    fetchPart(load)
  }
}

/** A part that does not come now is asked for again when it is shown, and its fault is told then. */
function fetchPart(load: () => Promise<unknown>) {
  load().catch(() => undefined)
}
