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

/**
 * Makes authentications of one company take turns, so that none is miscounted; behind the phones, where both are
 * locked.
 */
export async function lockCompany(tx: Db, creditCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`company ${creditCode}`}, 0))`.execute(tx)
}
