import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Font families that fontconfig finds under these settings, in lower case; empty when it cannot tell. */
export async function fontFamilies(env: NodeJS.ProcessEnv): Promise<Set<string>> {
  const { stdout } = await run('fc-list', [':', 'family'], { env }).catch(() => ({ stdout: '' }))
  const families = stdout.split(/[,\n]/).map((family) => family.trim().toLowerCase())
  return new Set(families.filter((family) => family !== ''))
}
