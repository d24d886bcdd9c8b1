import { ageAuth, endingAuths } from '#src/cores/identity/auth-term.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Tells of authentications that end by their papers, and ends them. Runs as a job every hour. */
export async function ageAuths(deps: Deps): Promise<void> {
  for (const tenantId of await deps.db.directory((directory) => endingAuths(directory, deps.now()))) {
    await deps.db.write(tenantId, (tx) => ageAuth(deps, tx, tenantId))
  }
}
