import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/** One transaction at a time makes, opens or rotates the keys of a space; held to the transaction's end. */
export async function lockSpaceKeys(tx: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`signer ${tenantId}`}, 0))`.execute(tx)
}
