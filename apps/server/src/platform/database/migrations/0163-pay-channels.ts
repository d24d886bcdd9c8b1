import { type Kysely, sql } from 'kysely'

/**
 * A payment is of one form, since a cashier takes a bill's number for one; it has an end of its own, so that a bill
 * asked for again is the same. A bill in the embedded cashier's books can be closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment add column form text, add column expires_at bigint`.execute(db)
  await sql`alter table cashier_bill add column closed_at bigint`.execute(db)
}
