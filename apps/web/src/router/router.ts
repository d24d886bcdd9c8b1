import { createStore, type StoreApi } from 'zustand/vanilla'
import { chainFinder, pathOf, resolvePlace, type Chain, type Place, type Route } from './route.ts'

/** How one came: a new entry of the browser's history, another in place of this one, or back and forth in it. */
type Way = 'push' | 'replace' | 'pop'
/** What is to be seen; `fault` when a file of the page did not come. */
export type Shown = { place: Place; chain: Chain; way: Way; keepScroll: boolean; fault: unknown }
/** Somebody wants to leave a page that asks first. */
export type Blocked = { proceed: () => void; reset: () => void }
type RouterState = { shown: Shown | null; moving: boolean; blocked: Blocked | null }
/** `keepScroll`: the page stays where it is scrolled to. */
export type GoOptions = { replace?: boolean; state?: unknown; keepScroll?: boolean }
/** Whether leaving for a place must be asked about. */
export type BlockCheck = (next: Place) => boolean

/** Where a visit is sent instead: another page, or another document. */
export type Elsewhere = { to: string; document?: boolean }

/** What is needed of a window. */
export type Browser = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'assign' | 'replace'>
  addEventListener: (event: 'popstate', hear: () => void) => void
}

type RouterOptions = {
  /** The application's base, with a slash at its end. */
  base: string
  routes: readonly Route[]
  guard: (place: Place) => Elsewhere | null
  browser?: Browser
}

/** Where the application is, and how it gets elsewhere. */
export type Router = {
  state: StoreApi<RouterState>
  /** Goes to a path, or to a query of this page; resolves when the page is there. */
  go: (to: string, options?: GoOptions) => Promise<void>
  /** Whether a path has a page. */
  knows: (to: string) => boolean
  /** Loads a page's files before anybody has gone there. */
  warm: (to: string) => void
  /** The address of a path, for an <a>. */
  href: (to: string) => string
  /** Asks `check` before a page is left; answers how to stop. */
  block: (check: BlockCheck) => () => void
}

/** Shows pages at the browser's addresses under `base`. A page is shown when its files are there. */
export function makeRouter({ base, routes, guard, browser = window }: RouterOptions): Router {
  const { history, location } = browser
  const chainOf = chainFinder(routes)
  const state = createStore<RouterState>(() => ({ shown: null, moving: false, blocked: null }))
  const checks = new Set<BlockCheck>()
  if (!readEntry(history.state)) history.replaceState({ state: null, key: newKey(), index: 0 } satisfies Entry, '')
  let index = readEntry(history.state)?.index ?? 0
  let visit = 0
  /** The browser's own move that is expected: back to where a blocked one set out, or on where it was let go. */
  let expected: 'back' | 'on' | null = null

  const here = () => state.getState().shown?.place ?? placeIn(base, browser)
  const placeTo = (to: string, given?: unknown): Place => ({
    ...resolvePlace(to, here()),
    state: given ?? null,
    key: newKey(),
  })
  const href = (place: Parameters<typeof pathOf>[0]) => base.replace(/\/$/, '') + pathOf(place)

  const write = (place: Place, way: Way) => {
    if (way === 'pop') return
    if (way === 'push') index += 1
    const entry: Entry = { state: place.state, key: place.key, index }
    if (way === 'push') history.pushState(entry, '', href(place))
    else history.replaceState(entry, '', href(place))
  }

  const enter = async (place: Place, way: Way, keepScroll = false): Promise<void> => {
    const own = ++visit
    const elsewhere = guard(place)
    if (elsewhere?.document) {
      const address = href(resolvePlace(elsewhere.to, place))
      return way === 'push' ? location.assign(address) : location.replace(address)
    }
    if (elsewhere) return enter(placeTo(elsewhere.to), way === 'push' ? 'push' : 'replace')
    const chain = chainOf(place.pathname)
    let fault: unknown = null
    for (const { early } of chain) early?.(place)
    if (chain.some(isMissing)) {
      state.setState({ moving: true })
      fault = await load(chain)
      if (own !== visit) return undefined
    }
    write(place, way)
    state.setState({ shown: { place, chain, way, keepScroll, fault }, moving: false })
    return undefined
  }

  const asks = (place: Place) => [...checks].some((check) => check(place))
  const free = () => state.setState({ blocked: null })

  browser.addEventListener('popstate', () => {
    // A link within the page, which the browser followed by itself, has no entry of ours yet.
    const known = readEntry(history.state)
    if (!known) history.replaceState({ state: null, key: newKey(), index: index + 1 } satisfies Entry, '')
    const to = known?.index ?? index + 1
    const delta = to - index
    const awaited = expected
    expected = null
    if (awaited === 'back') return
    const place = placeIn(base, browser)
    if (!awaited && delta !== 0 && asks(place)) {
      expected = 'back'
      history.go(-delta)
      const proceed = () => {
        free()
        expected = 'on'
        history.go(delta)
      }
      state.setState({ blocked: { proceed, reset: free } })
      return
    }
    index = to
    void enter(place, 'pop')
  })

  void enter(placeIn(base, browser), 'pop')
  return {
    state,
    href: (to) => href(resolvePlace(to, here())),
    knows: (to) => (chainOf(resolvePlace(to, here()).pathname).at(-1)?.path ?? '*') !== '*',
    warm(to) {
      const place = placeTo(to)
      if (guard(place)) return
      void load(chainOf(place.pathname))
    },
    async go(to, { replace = false, state: given, keepScroll = false } = {}) {
      const place = placeTo(to, given)
      const leave = () => enter(place, replace ? 'replace' : 'push', keepScroll)
      if (!asks(place)) return leave()
      const proceed = () => {
        free()
        void leave()
      }
      state.setState({ blocked: { proceed, reset: free } })
      return undefined
    },
    block(check) {
      checks.add(check)
      return () => checks.delete(check)
    },
  }
}

/** What the browser's history keeps of a visit. */
type Entry = { state: unknown; key: string; index: number }

function readEntry(kept: unknown): Entry | null {
  if (typeof kept !== 'object' || kept === null || !('key' in kept) || !('index' in kept)) return null
  const { key, index } = kept
  if (typeof key !== 'string' || typeof index !== 'number') return null
  return { key, index, state: 'state' in kept ? kept.state : null }
}

const newKey = () => Math.random().toString(36).slice(2, 10)

function placeIn(base: string, { history, location }: Browser): Place {
  const { pathname, search, hash } = location
  const own = pathname.startsWith(base) ? pathname.slice(base.length - 1) : '/'
  const entry = readEntry(history.state)
  return { pathname: own, search, hash, state: entry?.state ?? null, key: entry?.key ?? 'first' }
}

const isMissing = (route: Route) => !route.Component && route.lazy !== undefined

/** Loads what a chain still lacks; answers the fault when something did not come. */
async function load(chain: Chain): Promise<unknown> {
  try {
    await Promise.all(
      chain.filter(isMissing).map(async (route) => {
        const loaded = await route.lazy?.()
        if (loaded) route.Component = loaded.Component
      }),
    )
    return null
  } catch (fault) {
    return fault
  }
}
