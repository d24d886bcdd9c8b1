import { lockMembers } from '#src/cores/identity/lock-members.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** One transaction on the members of a company, in its tenant; those of one company take turns (`lockMembers`). */
export async function changeCompany<T>(
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.write(tenantId, async (tx) => {
    await lockMembers(tx, tenantId)
    return work(tx)
  })
}
