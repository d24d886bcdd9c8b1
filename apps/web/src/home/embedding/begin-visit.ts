import { visitRoutes } from 'virtual:visit-routes'
import { knowRoutes } from '../../client/known-routes.ts'
import { tokenKey } from '../../client/session.ts'
import { isVisit, knowVisit } from '../../client/visit.ts'

/**
 * Makes the document an integration's: what it keeps is in its own memory. A frame's storage may be blocked, and where
 * it is not somebody else may be signed in there.
 */
export function beginVisit(): void {
  if (isVisit()) return
  knowRoutes(visitRoutes)
  knowVisit({})
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memoryStorage() })
}

/** Keeps the token of a visit; no cookie says that somebody signed in. */
export const keepVisitToken = (token: string) => localStorage.setItem(tokenKey, token)

function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, String(value)),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
