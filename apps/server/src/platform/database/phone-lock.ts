import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Makes sending a contract to a phone and becoming the real-named owner of that phone take turns: whichever comes
 * second sees the other's result, so no entry is left unclaimed. In order, so that two senders cannot deadlock.
 */
export async function lockPhones(tx: Db, phones: string[]): Promise<void> {
  for (const phone of [...new Set(phones)].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`party ${phone}`}, 0))`.execute(tx)
  }
}
