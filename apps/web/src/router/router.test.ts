import { beforeEach, expect, it } from 'vitest'
import type { Route } from './route.ts'
import { makeRouter, type Browser, type Elsewhere } from './router.ts'

const View = () => null

/** A browser's history: entries, where it stands in them, and moves that end later, as the real one's do. */
function fakeBrowser(address: string) {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(address, 'http://own'), state: null }]
  let at = 0
  let hears: (() => void) | null = null
  const left: string[] = []
  const set = (index: number, state: unknown, url: string | URL | null | undefined) => {
    entries[index] = { url: new URL(url ?? present().url, present().url), state }
  }
  const present = () => entries[at] ?? { url: new URL('http://own'), state: null }
  const move = (delta: number) =>
    queueMicrotask(() => {
      at += delta
      hears?.()
    })
  const history = {
    get state() {
      return present().state
    },
    pushState(state: unknown, _: string, url?: string | URL | null) {
      entries.length = at + 1
      set(at + 1, state, url)
      at += 1
    },
    replaceState: (state: unknown, _: string, url?: string | URL | null) => set(at, state, url),
    go: (delta = 0) => move(delta),
  }
  const location = {
    get pathname() {
      return present().url.pathname
    },
    get search() {
      return present().url.search
    },
    get hash() {
      return present().url.hash
    },
    assign: (url: string) => left.push(url),
    replace: (url: string) => left.push(url),
  }
  const browser: Browser = {
    history,
    location,
    addEventListener(_, hear) {
      hears = hear
    },
  }
  return { browser, move, left, path: () => present().url.pathname + present().url.search }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

let loads: string[] = []
let answer: (load: { Component: typeof View }) => void
let refuse: (fault: Error) => void
beforeEach(() => {
  loads = []
})

function open(address: string, guard: (path: string) => Elsewhere | null = () => null) {
  const fake = fakeBrowser(address)
  const slow: Route = {
    path: '/slow',
    lazy() {
      loads.push('slow')
      return new Promise((resolve, reject) => {
        answer = resolve
        refuse = reject
      })
    },
    early: ({ search }) => loads.push(`early ${search}`),
  }
  const routes: Route[] = [
    { path: '/', Component: View },
    { path: '/a', Component: View },
    slow,
    { path: '*', Component: View },
  ]
  const router = makeRouter({ base: '/home/', routes, guard: ({ pathname }) => guard(pathname), browser: fake.browser })
  const shown = () => router.state.getState().shown
  return { ...fake, router, shown, place: () => (shown()?.place.pathname ?? '') + (shown()?.place.search ?? '') }
}

it('shows the page of the address, and moves with the browser back and forth', async () => {
  const { router, place, path, move, shown } = open('/home/?x=1')
  expect(place()).toBe('/?x=1')
  await router.go('/a', { state: 'kept' })
  await router.go('?y=2')
  expect([place(), path()]).toEqual(['/a?y=2', '/home/a?y=2'])
  move(-1)
  await settled()
  expect([place(), shown()?.place.state, shown()?.way]).toEqual(['/a', 'kept', 'pop'])
  await router.go('/', { replace: true })
  move(-1)
  await settled()
  expect(place()).toBe('/?x=1')
})

it('keeps the page and its address until the files of the next are there, and asks early for what it will need', async () => {
  const { router, place, path } = open('/home/a')
  const gone = router.go('/slow?id=1')
  expect([place(), path(), router.state.getState().moving]).toEqual(['/a', '/home/a', true])
  expect(loads).toEqual(['early ?id=1', 'slow'])
  answer({ Component: View })
  await gone
  expect([place(), path(), router.state.getState().moving]).toEqual(['/slow?id=1', '/home/slow?id=1', false])
  await router.go('/a')
  await router.go('/slow')
  expect(loads).toEqual(['early ?id=1', 'slow', 'early '])
})

it('forgets a page that is still loading when another is wanted', async () => {
  const { router, place } = open('/home/')
  const first = router.go('/slow')
  await router.go('/a')
  answer({ Component: View })
  await first
  expect([place(), router.state.getState().moving]).toEqual(['/a', false])
})

it('says when the files of a page did not come, and asks for them again at the next visit', async () => {
  const { router, shown } = open('/home/')
  const gone = router.go('/slow')
  refuse(new Error('no file'))
  await gone
  expect(shown()?.fault).toEqual(new Error('no file'))
  const again = router.go('/slow')
  answer({ Component: View })
  await again
  expect([shown()?.fault, loads.filter((load) => load === 'slow').length]).toEqual([null, 2])
})

it('loads a page’s files, and asks nothing, before anybody goes there, unless the guard would lead elsewhere', () => {
  const { router, place } = open('/home/', (path) => (path === '/a' ? { to: '/' } : null))
  router.warm('/slow?id=2')
  router.warm('/a')
  expect([loads, place()]).toEqual([['slow'], '/'])
})

it('leads where the guard says: to another page in its place, or to another document', async () => {
  const elsewhere: Record<string, Elsewhere> = {
    '/old': { to: '/a' },
    '/in': { to: '/login?redirect=x', document: true },
  }
  const { router, place, path, left, move } = open('/home/old', (asked) => elsewhere[asked] ?? null)
  expect([place(), path()]).toEqual(['/a', '/home/a'])
  await router.go('/')
  await router.go('/in')
  expect([place(), left]).toEqual(['/', ['/home/login?redirect=x']])
  move(-1)
  await settled()
  expect(place()).toBe('/a')
})

it('asks before a page is left, by a link as by the browser, and lets go only then', async () => {
  const { router, place, path, move } = open('/home/')
  await router.go('/a')
  const free = router.block(({ pathname }) => pathname === '/')
  const blocked = () => router.state.getState().blocked
  await router.go('/')
  expect([place(), blocked() !== null]).toEqual(['/a', true])
  blocked()?.reset()
  expect(blocked()).toBeNull()
  move(-1)
  await settled()
  expect([place(), path(), blocked() !== null]).toEqual(['/a', '/home/a', true])
  blocked()?.proceed()
  await settled()
  expect([place(), path(), blocked()]).toEqual(['/', '/home/', null])
  free()
  move(1)
  await settled()
  expect(place()).toBe('/a')
})
