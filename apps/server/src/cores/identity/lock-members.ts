import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/**
 * Makes changes of the members of a company take turns, so that whatever is checked (the last administrator, a role in
 * use, an invitation still open) holds until the change is made.
 */
export async function lockMembers(tx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${tenantId}`}, 0))`.execute(tx)
}
