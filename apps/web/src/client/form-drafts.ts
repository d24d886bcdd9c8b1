/**
 * What was typed and not yet sent, kept in this tab so that a session that ends in between takes nothing with it. Never
 * for passwords, codes or identity numbers.
 */
const prefix = 'draft '
const ownerKey = 'draftOwner'

/** What was kept under that name, or null. It comes from storage: check its shape. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps it; a full or forbidden storage keeps nothing, which harms nobody. */
export function keepDraft(name: string, value: unknown) {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    sessionStorage.removeItem(prefix + name)
  }
}

/** Forgets one draft: it was sent, or given up. */
export const dropDraft = (name: string) => sessionStorage.removeItem(prefix + name)

/** Forgets all of them. */
export function dropDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** Says whose session it is now: nobody finds what another person typed in this tab. */
export function keepDraftsOf(owner: string) {
  if (sessionStorage.getItem(ownerKey) !== owner) dropDrafts()
  sessionStorage.setItem(ownerKey, owner)
}
