/** What this browser remembers for its user: the announcement closed. */
export type UserConfig = { bulletin?: 1 }

const key = 'userConfig'

/** Reads the stored configuration; anything unreadable counts as none. */
export function readUserConfig(): UserConfig {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return 'bulletin' in stored && Number(stored.bulletin) === 1 ? { bulletin: 1 } : {}
  } catch {
    return {}
  }
}

/** Adds to the stored configuration. */
export function saveUserConfig(change: UserConfig) {
  localStorage.setItem(key, JSON.stringify({ ...readUserConfig(), ...change }))
}

/** Forgets it (checklist S22). */
export const clearUserConfig = () => localStorage.removeItem(key)
