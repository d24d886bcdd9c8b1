import type { Table } from '@moqi/api/table'
import type { CallRoute } from 'virtual:call-routes'

const routes: Partial<Record<string, CallRoute>> = {}

/** Tells the client where calls go: the sign-in page knows few of them, the application all. */
export function knowRoutes(known: Readonly<Record<string, CallRoute>>): void {
  Object.assign(routes, known)
}

/** Where a call goes. Throws for one the page was not told of. */
export function routeOf(name: keyof Table): CallRoute {
  const route = routes[name]
  if (!route) throw new Error(`no route for ${name}`)
  return route
}
