import type { Table } from '@moqi/api/table'
import { type CallRoute, type BuiltRoute, usualRoute } from './call-route.ts'

const routes: Partial<Record<string, BuiltRoute>> = {}

/** Tells the client where calls go: the sign-in page knows few of them, the application all. */
export function knowRoutes(known: Readonly<Record<string, BuiltRoute>>): void {
  Object.assign(routes, known)
}

/** Where a call goes. Throws for one the page was not told of. */
export function routeOf(name: keyof Table): CallRoute {
  const route = routes[name]
  if (!route) throw new Error(`no route for ${name}`)
  return { ...usualRoute, ...route, path: route.path.replace('*', name) }
}
