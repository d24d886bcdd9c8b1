import type { Table } from '@moqi/api/table'
import { type CallRoute, type BuiltRoute, usualRoute } from './call-route.ts'

type Routes = Readonly<Record<string, BuiltRoute>>

const routes: Partial<Record<string, BuiltRoute>> = {}
let fetchRest: (() => Promise<Routes>) | undefined

/**
 * Tells the client where calls go: the sign-in page knows few of them, the application all. `rest` fetches those that
 * no first page asks for, when the first of them is made.
 */
export function knowRoutes(known: Routes, rest?: () => Promise<Routes>): void {
  Object.assign(routes, known)
  fetchRest = rest ?? fetchRest
}

/** Whether it is known where a call goes, or nothing more is to be learnt. */
export const knowsRoute = (name: keyof Table): boolean => routes[name] !== undefined || fetchRest === undefined

/** Fetches the routes that are not known yet; false when they could not be had. */
export async function fetchRoutes(): Promise<boolean> {
  if (!fetchRest) return true
  try {
    knowRoutes(await fetchRest())
    return true
  } catch {
    return false
  }
}

/** Where a call goes. Throws for one the page was not told of. */
export function routeOf(name: keyof Table): CallRoute {
  const route = routes[name]
  if (!route) throw new Error(`no route for ${name}`)
  return { ...usualRoute, ...route, path: route.path.replace('*', name) }
}
