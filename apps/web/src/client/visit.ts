import { create } from 'zustand'

type VisitFacts = {
  /** Nobody's any more: it was closed, or its time was up. */
  ended: 'closed' | 'expired' | null
  /** The integration that opened the page. */
  integrationName: string
  /** Whether the person has a signing PIN. */
  hasPin: boolean
  /** Where to lead back to, when nothing is around the page. */
  returnUrl: string | null
}

/** What this document knows of the visit it is for (ADR 0038). */
export const useVisit = create<VisitFacts>(() => ({ ended: null, integrationName: '', hasPin: false, returnUrl: null }))

let visiting = false

/** Whether this document was opened by an integration, for one thing and nothing else. */
export const isVisit = (): boolean => visiting

/**
 * Makes the document an integration's: what it keeps is in its own memory. A frame's storage may be blocked, and where
 * it is not somebody else may be signed in there.
 */
export function beginVisit(): void {
  visiting = true
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: memoryStorage() })
}

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
