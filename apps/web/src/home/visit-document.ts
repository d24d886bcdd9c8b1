import { useVisit } from '../client/visit.ts'

/**
 * Makes the document an integration's: what it keeps is in its own memory. A frame's storage may be blocked, and where
 * it is not somebody else may be signed in there.
 */
export function beginVisit(): void {
  useVisit.setState({ visiting: true })
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
