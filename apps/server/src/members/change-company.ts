import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * One transaction on the members of a company, in its tenant. Those of one company take turns, so that whatever is
 * checked (the last administrator, a role in use, an invitation still open) holds until the change is made.
 */
export async function changeCompany<T>(
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.write(tenantId, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${tenantId}`}, 0))`.execute(tx)
    return work(tx)
  })
}
