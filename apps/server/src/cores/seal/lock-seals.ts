import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/** Whoever makes seals of a space, counts or freezes them takes turns, until the end of the transaction. */
export async function lockSeals(tx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`seals ${tenantId}`}, 0))`.execute(tx)
}
