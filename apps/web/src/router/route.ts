import type { ComponentType } from 'react'

/** An address of the application without its base, and what came along. */
export type Place = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** What a route says of itself: its exact name (checklist R13) and the page's title. */
export type RouteHandle = { name?: string; title?: string }

/** A page at a path, or a frame of the pages below; `/x/*` takes all below /x, `*` what no other does. */
export type Route = {
  path?: string
  handle?: RouteHandle
  Component?: ComponentType
  /** Loads the component at the first visit. */
  lazy?: () => Promise<{ Component: ComponentType }>
  /** Asks for what the page will ask for, as soon as somebody sets out for it. */
  early?: (place: Place) => void
  children?: Route[]
}

/** From the outermost frame to the page. */
export type Chain = readonly Route[]

/** Finds the chain of a path: capitals and a slash at the end make no difference. */
export function chainFinder(routes: readonly Route[]): (pathname: string) => Chain {
  const chains = new Map<string, Chain>()
  const note = (route: Route, above: Chain) => {
    const chain = [...above, route]
    if (route.path !== undefined) chains.set(plain(route.path), chain)
    for (const below of route.children ?? []) note(below, chain)
  }
  for (const route of routes) note(route, [])
  const wide = [...chains].filter(([path]) => path.endsWith('/*'))
  return (pathname) => {
    const path = plain(pathname)
    const below = () => wide.find(([prefix]) => path.startsWith(prefix.slice(0, -1)))?.[1]
    return chains.get(path) ?? below() ?? chains.get('*') ?? []
  }
}

const plain = (path: string) => (path.replace(/\/+$/, '') || '/').toLowerCase()

/** Where a link of `from` leads: a path, or a query of the same path. It never leaves the application. */
export function resolvePlace(to: string, from: Pick<Place, 'pathname' | 'search'>): Omit<Place, 'state' | 'key'> {
  const { pathname, search, hash } = new URL(to.replace(/^\/{2,}/, '/'), `http://own${from.pathname}${from.search}`)
  return { pathname, search, hash }
}

/** A place as text. */
export const pathOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash
