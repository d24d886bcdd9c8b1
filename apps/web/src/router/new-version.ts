import { versionOf } from './chunk.ts'
import { hrefOf } from './leave.ts'

const reloadedKey = 'reloadedForVersion'

/** Whether the server gives a newer page than this one, and this tab has not been reloaded for it yet. */
export async function newVersionIsOut(): Promise<boolean> {
  const own = versionOf(document.documentElement.outerHTML)
  const response = await fetch(hrefOf('/'), { cache: 'no-store' })
  const out = response.ok ? versionOf(await response.text()) : null
  if (out === null || out === own || sessionStorage.getItem(reloadedKey) === out) return false
  sessionStorage.setItem(reloadedKey, out)
  return true
}
